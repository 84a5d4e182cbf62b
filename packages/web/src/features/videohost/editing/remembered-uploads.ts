// The browser does not store a video of gigabytes, but it stores the address of its upload: a user
// who chooses the same file again continues from there.
const placeOf = ({ name, size, lastModified }: File) =>
  `respa.film.${size}.${lastModified}.${name}`;

/** Returns the address of an earlier upload of a file. */
export function rememberedUpload(file: File): string | null {
  try {
    return localStorage.getItem(placeOf(file));
  } catch {
    return null;
  }
}
/** Stores the address of a file's upload; null removes it. */
export function rememberUpload(file: File, address: string | null): void {
  try {
    if (address === null) localStorage.removeItem(placeOf(file));
    else localStorage.setItem(placeOf(file), address);
  } catch {
    /* a browser that stores nothing sends it from the beginning */
  }
}
