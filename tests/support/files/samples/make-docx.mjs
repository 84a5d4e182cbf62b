import { writeFileSync } from 'node:fs';
import { Document, Packer, Paragraph, Tab, Table, TableCell, TableRow, TextRun } from 'docx';

const cell = (text) => new TableCell({ children: [new Paragraph(text)] });
const document = new Document({
  title: 'Правила рейда', creator: 'Респа',
  sections: [{
    children: [
      new Paragraph({ children: [new TextRun({ text: 'Правила рейда', bold: true })] }),
      new Paragraph({ children: [new TextRun('Сбор в 20:00, ёлки & палки <без опозданий>.'), new TextRun({ children: [new Tab(), 'Лекарь — Анна'] })] }),
      new Paragraph({ children: [new TextRun('Первая строка'), new TextRun({ text: 'вторая строка', break: 1 })] }),
      new Table({ rows: [new TableRow({ children: [cell('Танк'), cell('Борис')] }), new TableRow({ children: [cell('Стрелок'), cell('Вера')] })] }),
    ],
  }],
});
writeFileSync(process.argv[2], await Packer.toBuffer(document));
