/**
 * Builds a PDF of the given number of pages, each with its number and a grey bar; optionally with a
 * script that runs on opening.
 */
export function makePdf(pages: number, script?: string): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => 4 + 2 * index);
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${script === undefined ? '' : ` /OpenAction << /S /JavaScript /JS (${script}) >>`} >>`,
    `<< /Type /Pages /Count ${pages} /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...kids.flatMap((id, index) => {
      const drawing = `0.5 g 40 40 515 60 re f 0 g BT /F1 48 Tf 60 700 Td (Chapter ${index + 1}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${id + 1} 0 R >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.7\n';
  const indexes = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${indexes.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`;
  return Buffer.from(
    `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`,
    'latin1',
  );
}
