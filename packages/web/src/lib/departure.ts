/** What is lost when the member signs out here, as a sentence; null where nothing is. */
type Loss = () => string | null;
const losses = new Set<Loss>();

/** Names something that would be lost. Whoever signs out is asked first. */
export const warnOfLoss = (loss: Loss): void => void losses.add(loss);
export const readLosses = (): string[] => [...losses].flatMap((loss) => loss() ?? []);
