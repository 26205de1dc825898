/** A fragment that names a tab opens it: what verified a contract prints `…/address/0x…#code`. */
function openNamed(): void {
  const named = document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLAnchorElement && named.matches('.tabs > a:not([aria-current])'))
    location.replace(named.href);
}

openNamed();
addEventListener('hashchange', openNamed);
