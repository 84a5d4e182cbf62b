import { useRef, type ReactElement, cloneElement } from 'react';

type FileInputProps = {
  accept: readonly string[];
  multiple?: boolean | undefined;
  onFiles: (files: File[]) => void;
  /** The button that opens the file chooser: a Button or an IconButton. */
  children: ReactElement<{ onClick?: () => void }>;
};

/** Opens the system's file chooser from our own button. */
export function FileInput({ accept, multiple = false, onFiles, children }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {cloneElement(children, { onClick: () => input.current?.click() })}
      <input
        ref={input}
        type="file"
        hidden
        accept={accept.join(',')}
        multiple={multiple}
        tabIndex={-1}
        onChange={(event) => {
          const files = Array.from(event.target.files ?? []);
          // Lets the user choose the same file again after removing it.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
