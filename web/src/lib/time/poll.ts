/* Asking for news now and then, while somebody looks. */

/** Call at once and then every so often while the page is visible; returns how to stop. Failures are left to the next time. */
export function poll(ask: () => Promise<unknown>, milliseconds: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let busy = false;

  async function run(): Promise<void> {
    clearTimeout(timer);
    if (busy || stopped) return;
    busy = true;
    try {
      if (document.visibilityState === "visible") await ask();
    } catch {
      // the next attempt decides
    }
    busy = false;
    if (!stopped) timer = setTimeout(() => void run(), milliseconds);
  }
  const seen = (): void => {
    if (document.visibilityState === "visible") void run();
  };
  document.addEventListener("visibilitychange", seen);
  void run();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
