/** Whether the reader has agreed to the terms, in this tab: on the first step, or on the form itself. */

const KEY = 'verification-terms';

/** A browser may refuse to keep anything: then it is asked on the form. */
export function isAgreed(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function setAgreed(agreed: boolean): void {
  try {
    if (agreed) sessionStorage.setItem(KEY, '1');
    else sessionStorage.removeItem(KEY);
  } catch {
    // It stands on the form for as long as that is open.
  }
}
