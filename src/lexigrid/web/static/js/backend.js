// Answers the requests of a page: by the HTTP API under api/v1, or by the core on this device.

const API = new URL('../api/v1/', import.meta.url);
/** 'static': no server. 'server': a server, and this device if it does not answer. Otherwise only a server. */
const SITE = document.documentElement.dataset.site;

export const isStatic = SITE === 'static';
/** Can this device work without a server? */
export const isLocal = SITE !== undefined;

/** An error that the user can do something about; `field` names the form field, if known. */
export class BackendError extends Error {
  constructor(text, { field = null, kind = '', facts = {} } = {}) {
    super(text);
    Object.assign(this, { field, kind, facts });
  }
}

/** The error of a problem document. */
export function errorOf(problem, otherwise = '') {
  const [first] = problem.errors ?? [];
  return new BackendError(first?.detail ?? problem.detail ?? otherwise, {
    field: first?.pointer?.replace('#/', '').split('/')[0] ?? null,
    kind: (problem.type ?? '').replace('/problems/', ''),
    facts: problem,
  });
}

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(new URL(path, API), options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new BackendError('offline', { kind: 'offline' });
  }
  if (answer.ok) return answer;
  throw errorOf(await answer.json().catch(() => ({})), answer.statusText);
}

/** Asks the server with `remote()`, or this device with `near(local)` if there is no server or it does not answer. */
async function askEither(remote, near) {
  if (!isStatic) {
    try {
      return await remote();
    } catch (error) {
      if (error.kind !== 'offline' || !isLocal) throw error;
    }
  }
  return near(await import('./local.js'));
}

/** The available lexicons, dice, themes and masks. */
export const describe = () => askEither(async () => (await ask('', {})).json(), (local) => local.describe());

/**
 * The answer to a request such as post('paths', { grid }); undefined values are left out. A null body means GET.
 * JSON is returned as a value, an event stream as a stream, and a file as a blob.
 */
export function post(path, body, signal = null, more = {}) {
  const headers = body === null ? more : { 'Content-Type': 'application/json', ...more };
  const method = body === null ? 'GET' : 'POST';
  const remote = async () => {
    const answer = await ask(path, { method, headers, body: body ? JSON.stringify(body) : undefined, signal });
    const kind = answer.headers.get('Content-Type');
    if (/json/.test(kind)) return answer.json();
    return /event-stream/.test(kind) ? answer.body : answer.blob();
  };
  return askEither(remote, (local) => local.post(path, body, signal));
}
