import { useParams } from 'react-router';
import { MyPacks, PackPage } from '#features/stickers/parts.ts';
import { Columns } from '#ui/layout/columns.tsx';

/** A pack of stickers by its link, or the member's packs. */
export function Stickers() {
  const { id } = useParams();
  return <Columns>{id === undefined ? <MyPacks /> : <PackPage id={id} key={id} />}</Columns>;
}
