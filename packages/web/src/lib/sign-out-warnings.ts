/**
 * Returns a sentence about what is lost when the member signs out here, or null if nothing is lost.
 */
type Loss = () => string | null;
const losses = new Set<Loss>();

/**
 * Registers something that a sign-out would lose. A member who signs out is asked to confirm first.
 */
export const warnOfUnsentWork = (loss: Loss): void => void losses.add(loss);
export const readLosses = (): string[] => [...losses].flatMap((loss) => loss() ?? []);
