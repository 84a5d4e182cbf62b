/** Pauses between attempts to connect again, in ms; after the last one, more than two minutes, the call ends. */
export const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000, ...Array<number>(8).fill(15_000)];

const waiting = new Set<() => void>();
/** Waits so long, or until the network or the server is back. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waiting.delete(end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    waiting.add(end);
  });
}
/** Ends the pauses: another attempt may help now. */
export const endPauses = (): void => waiting.forEach((end) => end());
window.addEventListener('online', endPauses);
