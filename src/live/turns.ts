/**
 * Does what one client asks for one after another, so that others are served in between.
 * @param limit how much may wait  @param onFlood called once, when more is asked for
 * @param onError hears what work throws
 */
export function inTurn(
  limit: number,
  onFlood: () => void,
  onError: (error: unknown) => void,
): (work: () => Promise<void> | void) => void {
  let waiting = 0;
  let last = Promise.resolve();
  let flooded = false;
  return (work) => {
    if (flooded) return;
    flooded = waiting === limit;
    if (flooded) {
      onFlood();
      return;
    }
    waiting += 1;
    last = last
      .then(work)
      .catch(onError)
      .finally(() => (waiting -= 1));
  };
}
