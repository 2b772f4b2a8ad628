// Remember in this tab where a visitor wanted to go, and go there once they are signed in.
const SLOT = "masis-wanted";

export default function ({ data }) {
  const here = location.pathname + location.search;
  if (!data.signed_in) {
    if (here !== "/") sessionStorage.setItem(SLOT, here);
    return;
  }
  const wanted = sessionStorage.getItem(SLOT);
  sessionStorage.removeItem(SLOT);
  // A path of this site and nothing else: two slashes would lead to another one.
  if (wanted && /^\/(?![/\\])/.test(wanted) && wanted !== here) location.replace(wanted);
}
