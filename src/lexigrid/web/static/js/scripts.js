// The scripts that pages start themselves: a worker and the service worker, both files of this site.

const ALLOWED = ['js/worker.js', 'sw.js'];

/** The address of a file of the site. */
export const addressOf = (name) => new URL(name, new URL('..', import.meta.url)).href;

const rules = {
  createScriptURL: (name) => {
    if (!ALLOWED.includes(name)) throw new TypeError(`${name} is no script of the site`);
    return addressOf(name);
  },
};
const policy = globalThis.trustedTypes?.createPolicy('lexigrid', rules) ?? rules;

/** The address of a script, as the policy of the pages asks for it. */
export const scriptAddress = (name) => policy.createScriptURL(name);
