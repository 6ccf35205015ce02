// Browsers load no modules for a page that is opened as a file: say so. This is no module, or it would not run either.

if (location.protocol === 'file:') {
  addEventListener('DOMContentLoaded', () => {
    const isGerman = navigator.language.startsWith('de');
    const note = document.createElement('p');
    note.textContent = isGerman
      ? 'Als Datei geöffnet, dürfen diese Seiten in Browsern nichts tun. Bitte über einen Webserver öffnen, zum Beispiel mit „python3 -m http.server“ in diesem Ordner, und dann die Adresse http://127.0.0.1:8000/.'
      : 'Browsers let these pages do nothing when they are opened as files. Please open them from a web server, for example with “python3 -m http.server” in this folder, and then at the address http://127.0.0.1:8000/.';
    document.documentElement.lang = isGerman ? 'de' : 'en';
    document.querySelector('main').replaceChildren(note);
  });
}
