// Answers the requests of a page: by the HTTP API under api/v1, or by the core on this device.

export const API = new URL('../api/v1/', import.meta.url);
/** 'static': no server. 'server': a server, and this device if it does not answer. Otherwise only a server. */
const SITE = document.documentElement.dataset.site;

export const isStatic = SITE === 'static';
/** Can this device work without a server? */
export const isLocal = SITE !== undefined;

/** Statuses after which the same request may succeed. */
const PASSING = [408, 425, 429, 502, 503, 504];

/** An error that the user can do something about; `field` names the form field, if known. */
export class BackendError extends Error {
  constructor(text, { field = null, kind = '', facts = {}, status = 0, after = 0 } = {}) {
    super(text);
    Object.assign(this, { field, kind, facts, status, after });
  }

  /** May the same request succeed later? `after` are the seconds that the server asks to wait. */
  get isPassing() {
    return this.kind === 'offline' || PASSING.includes(this.status);
  }
}

/** The error of a problem document. */
export function errorOf(problem, otherwise = '', more = {}) {
  const [first] = problem.errors ?? [];
  return new BackendError(first?.detail ?? problem.detail ?? otherwise, {
    field: problem.field ?? first?.pointer?.replace('#/', '').split('/')[0] ?? null,
    kind: (problem.type ?? '').replace('/problems/', ''),
    facts: { ...problem, ...first },
    ...more,
  });
}

export const noAnswer = () => new BackendError('offline', { kind: 'offline' });

/** Whatever breaks off a request or a module, except a wish of the user: there is no answer. */
export const offline = (error) => Promise.reject(error.name === 'AbortError' ? error : noAnswer());

/** The answer of the server: a value, a stream of events, or a file; a null body means GET. */
async function remote(path, body, signal, headers) {
  const sent = body === null ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
  const answer = await fetch(new URL(path, API), { headers, signal, ...sent }).catch(offline);
  if (!answer.ok) {
    const after = Number(answer.headers.get('Retry-After')) || 0;
    throw errorOf(await answer.json().catch(() => ({})), answer.statusText, { status: answer.status, after });
  }
  const kind = answer.headers.get('Content-Type') ?? '';
  if (/event-stream/.test(kind)) return answer.body;
  return (/json/.test(kind) ? answer.json() : answer.blob()).catch(offline);
}

/** Asks the server about a shared game, which no device can answer. */
export async function send(path, body, { ticket, signal, headers = {} } = {}) {
  const answer = await remote(path, body, signal, ticket ? { ...headers, Authorization: `Bearer ${ticket}` } : headers);
  return answer instanceof Blob ? offline(new TypeError('not an answer')) : answer;
}

/** The available lexicons, dice, themes and masks. */
export const describe = () => post('', null);

/**
 * The answer to a request such as post('paths', { grid }), of the server, or of this device if there is no server or it
 * does not answer; undefined values are left out. A file is a blob.
 */
export async function post(path, body, signal = null) {
  const near = async () => (await import('./local.js').catch(offline)).post(path, body, signal);
  const isNear = (error) => error.kind === 'offline' && isLocal;
  return isStatic ? near() : remote(path, body, signal).catch((error) => (isNear(error) ? near() : Promise.reject(error)));
}
