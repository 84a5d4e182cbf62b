import type { ComponentProps, ReactNode, RefObject } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { HeadPictures } from '#ui/media/head-pictures.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';
import type { HeadFieldsState } from './use-head-fields.ts';

type HeadFieldsProps = Omit<ComponentProps<typeof HeadPictures>, 'choice' | 'onChange'> & {
  head: HeadFieldsState;
  /** Marks the name as wrong, when the error is elsewhere. */
  isNameWrong?: boolean;
  nameError: string | undefined;
  /** The placeholder of the description. */
  placeholder: string;
  /** The field of the description, and what is shown below it. */
  area: RefObject<HTMLTextAreaElement | null>;
  below: ReactNode;
  /** Between the name and the description. */
  children?: ReactNode;
};

/** The pictures, the name and the description of a community or a channel. */
export function HeadFields({
  head,
  isNameWrong = false,
  nameError,
  placeholder,
  area,
  below,
  children,
  ...pictures
}: HeadFieldsProps) {
  return (
    <>
      <HeadPictures {...pictures} choice={head.pictures} onChange={head.setPictures} />
      <TextField
        label="Название"
        required
        maxLength={LENGTHS.title}
        value={head.name}
        data-wrong={isNameWrong ? true : undefined}
        error={nameError}
        onChange={head.typeName}
      />
      {children}
      <div>
        <TextArea
          label="Описание"
          placeholder={placeholder}
          minRows={3}
          maxRows={12}
          limit={LENGTHS.description}
          area={area}
          value={head.description}
          onChange={head.setDescription}
        />
        {below}
      </div>
    </>
  );
}
