// Name the button that opens the folded sidebar as it looks: "Menu"; Streamlit makes it anew each time.
const SELECTOR = '[data-testid="stExpandSidebarButton"]';
const LABEL = "Menu: workspaces and pages";

const name = () => {
  const button = document.querySelector(SELECTOR);
  if (button && button.getAttribute("aria-label") !== LABEL) button.setAttribute("aria-label", LABEL);
};

export default function () {
  name();
  if (window.masisMenu) return;
  window.masisMenu = new MutationObserver(name);
  window.masisMenu.observe(document.body, { childList: true, subtree: true });
}
