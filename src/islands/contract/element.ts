/** The place of a contract's panel: what calls its functions comes when the page has loaded. */
import { whenIdle } from '../elements/idle.ts';

class ContractPanel extends HTMLElement {
  connectedCallback(): void {
    // Where nothing may be done, the page says why.
    if (this.dataset['refused'] !== undefined) return;
    whenIdle(() => {
      void import('./mount.tsx')
        .then(({ mountPanel }) => mountPanel(this))
        .catch((error: unknown) => {
          const said = this.querySelector<HTMLElement>('[role="status"]');
          if (said !== null) said.textContent = this.dataset['failed'] ?? '';
          throw error;
        });
    });
  }
}
customElements.define('contract-panel', ContractPanel);
