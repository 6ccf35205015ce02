// Reports a puzzle to a learning platform (SCORM 1.2), if the page runs in one: completion, score and time.

/** The API of the platform, which a window around the page or the one that opened it has; null without one. */
export function findApi(frame) {
  for (const start of [frame, frame.opener]) {
    for (let at = start, depth = 0; at && depth < 12; at = at.parent === at ? null : at.parent, depth++) {
      try {
        if (at.API) return at.API;
      } catch {
        break; // a window of another site
      }
    }
  }
  return null;
}

/** Milliseconds as HHHH:MM:SS. */
export function sessionTime(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part, at) => String(part).padStart(at ? 2 : 4, '0')).join(':');
}

/** Starts a session; returns the function to call after each move. `now` returns milliseconds. */
export function startReport(api, now) {
  const begin = now();
  const set = (name, value) => api.LMSSetValue(`cmi.core.${name}`, String(value));
  let isOpen = String(api.LMSInitialize('')) === 'true';
  const isDone = ['completed', 'passed'].includes(api.LMSGetValue('cmi.core.lesson_status'));
  if (isOpen && !isDone) set('lesson_status', 'incomplete');
  return {
    report({ count, total, isOver }) {
      if (!isOpen) return;
      set('score.min', 0);
      set('score.max', 100);
      set('score.raw', total ? Math.round((100 * count) / total) : 0);
      if (isOver) set('lesson_status', 'completed');
      set('session_time', sessionTime(now() - begin));
      api.LMSCommit('');
    },
    finish() {
      if (!isOpen) return;
      isOpen = false;
      set('session_time', sessionTime(now() - begin));
      api.LMSFinish('');
    },
  };
}
