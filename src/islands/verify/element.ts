/** The place of the form: it comes when the page has loaded. */
import { whenIdle } from '../elements/idle.ts';

class VerifySource extends HTMLElement {
  connectedCallback(): void {
    whenIdle(() => {
      void import('./jitless.ts')
        .then(() => import('./mount.tsx'))
        .then(({ mountForm }) => mountForm(this))
        .catch(() => {
          const { failed } = this.dataset;
          const said = this.querySelector('[role="status"]');
          if (said !== null && failed !== undefined) said.textContent = failed;
        });
    });
  }
}
customElements.define('verify-source', VerifySource);
