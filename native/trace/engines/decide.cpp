#include "trace/engines/decide.hpp"

#include <algorithm>

#include "trace/engines/bidirectional.hpp"
#include "trace/engines/clauses.hpp"
#include "trace/engines/learning.hpp"

namespace lexigrid {
namespace {

constexpr uint64_t kFirstBudget = 20'000;  // steps, about half a millisecond

/// A small region, or all large components of a question if `region` is null.
struct Task {
  const OpenQuestion& open;
  const Region* region;
};

struct EngineSpec {
  Part part;
  bool is_for_regions;  // else for large components
  unsigned from_round;
  unsigned steps_factor;
  std::unique_ptr<TraceEngine> (*make)(const Task&);  // returns null if the task is too large
};

/// In each round, every engine that has started gets a budget, in this order. Clauses start late, so a
/// question that the searches decide quickly never pays for them.
constexpr EngineSpec kEngines[] = {
    {Part::backward, true, 0, 1,
     [](const Task& t) { return make_learning(t.region->reversed(), {.seed = 2}); }},
    {Part::forward, true, 1, 1, [](const Task& t) { return make_learning(*t.region, {.seed = 1}); }},
    {Part::clauses, true, 3, 2, [](const Task& t) { return make_clauses(*t.region); }},
    {Part::bidirectional, false, 0, 1,
     [](const Task& t) {
       return make_bidirectional(t.open.question, t.open.reachability, t.open.regions.large);
     }},
};

/// An engine for a task, made in its first round.
struct Worker {
  const EngineSpec* spec;
  std::unique_ptr<TraceEngine> engine;
  bool is_unsuitable = false;
};

struct Job {
  size_t question;
  Task task;
  std::vector<Worker> workers;
  bool is_absent = false;
};

std::vector<Job> jobs_of(std::span<const OpenQuestion> questions) {
  std::vector<Job> jobs;
  const auto add = [&](size_t number, const Region* region) {
    Job& job = jobs.emplace_back(Job{number, {questions[number], region}, {}});
    for (const EngineSpec& spec : kEngines) {
      if (spec.is_for_regions == (region != nullptr) && uses(spec.part))
        job.workers.push_back({&spec, nullptr});
    }
  };
  for (size_t number = 0; number < questions.size(); ++number) {
    for (const Region& region : questions[number].regions.small) add(number, &region);
    if (!questions[number].regions.large.empty()) add(number, nullptr);
  }
  return jobs;
}

/// Runs every worker of a job for one round. Returns true if one finds a path.
bool work(Job& job, unsigned round, uint64_t budget, Decision& decision, StopToken& stop) {
  for (Worker& worker : job.workers) {
    const EngineSpec& spec = *worker.spec;
    if (round < spec.from_round || worker.is_unsuitable) continue;
    if (worker.engine == nullptr) worker.engine = spec.make(job.task);
    worker.is_unsuitable = worker.engine == nullptr;
    if (worker.is_unsuitable) continue;
    const Verdict verdict = worker.engine->run(budget * spec.steps_factor, stop);
    if (verdict == Verdict::open) {
      if (stop.reason() != Finish::complete) return false;
      continue;
    }
    decision.part = spec.part;
    decision.question = job.question;
    if (verdict == Verdict::found) {
      decision.path = worker.engine->path();
      if (spec.part == Part::backward) std::reverse(decision.path.begin(), decision.path.end());
      return true;
    }
    job.is_absent = true;
    job.workers.clear();
    return false;
  }
  return false;
}

}  // namespace

Decision decide(std::span<const OpenQuestion> questions, StopToken& stop) {
  Decision decision;
  std::vector<Job> jobs = jobs_of(questions);
  uint64_t budget = kFirstBudget;
  for (unsigned round = 0;; ++round, budget = budget * 8 / 5) {
    bool is_absent = true;
    bool is_working = false;
    for (Job& job : jobs) {
      if (job.is_absent) continue;
      if (work(job, round, budget, decision, stop)) {
        decision.status = TraceStatus::found;
        return decision;
      }
      if (stop.reason() != Finish::complete) return decision;
      is_absent = is_absent && job.is_absent;
      is_working = is_working || std::any_of(job.workers.begin(), job.workers.end(),
                                             [](const Worker& w) { return !w.is_unsuitable; });
    }
    if (is_absent) {
      decision.status = TraceStatus::absent;
      return decision;
    }
    if (!is_working) return decision;
  }
}

}  // namespace lexigrid
