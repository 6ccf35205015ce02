// The scripts that pages start: a worker and the service worker, both files of this site.

const ALLOWED = ['js/worker.js', 'sw.js'];

/** The address of a file of the site. */
export const addressOf = (name) => new URL(name, new URL('..', import.meta.url)).href;

const rules = {
  createScriptURL: (name) => {
    if (!ALLOWED.includes(name)) throw new TypeError(`${name} is not a script of the site`);
    return addressOf(name);
  },
};
const policy = globalThis.trustedTypes?.createPolicy('lexigrid', rules) ?? rules;

/** The address of a script, in the form that the security policy of the pages requires. */
export const scriptAddress = (name) => policy.createScriptURL(name);
