// Browsers load no modules for a page opened as a file. This script says so; it is not a module itself, so it runs.

if (location.protocol === 'file:') {
  addEventListener('DOMContentLoaded', () => {
    const isGerman = navigator.language.startsWith('de');
    document.documentElement.lang = isGerman ? 'de' : 'en';
    document.querySelector('main').textContent = isGerman
      ? 'Als Datei geöffnet, dürfen diese Seiten in Browsern nichts tun. Bitte über einen Webserver öffnen, zum Beispiel mit „python3 -m http.server“ in diesem Ordner, und dann die Adresse http://127.0.0.1:8000/.'
      : 'Browsers do not run these pages when they are opened as files. Please open them from a web server: for example, run “python3 -m http.server” in this folder and open http://127.0.0.1:8000/.';
  });
}
