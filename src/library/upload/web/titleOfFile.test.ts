import { expect, test } from 'vitest'
import { documentLimits } from '#library/documents/documents.contract.ts'
import { titleOfFile } from './titleOfFile.ts'

test.each([
  ['optics.pdf', 'optics'],
  ['Optics.PDF', 'Optics'],
  ['book.pdf.pdf', 'book'],
  ['NCERT_Physics_Class_12.pdf', 'NCERT Physics Class 12'],
  ['ncert-physics-class-12.pdf', 'ncert physics class 12'],
  ['Class.12.Physics.pdf', 'Class 12 Physics'],
  ['Budget 2024-25.pdf', 'Budget 2024-25'],
  ['Physics Vol 1.5.pdf', 'Physics Vol 1.5'],
  ['Guide - R.K. Narayan.pdf', 'Guide - R.K. Narayan'],
  ['Dr. Sharma notes.pdf', 'Dr. Sharma notes'],
  ['Optics (1).pdf', 'Optics'],
  ['Optics (2024).pdf', 'Optics (2024)'],
  ['Optics - Copy.pdf', 'Optics'],
  ['Optics copy 2.pdf', 'Optics'],
  ['Optics - Copy (3).pdf', 'Optics'],
  ['Optics_final_v2 (1).pdf', 'Optics'],
  ['Semester Final.pdf', 'Semester Final'],
  ['Photocopy.pdf', 'Photocopy'],
  ['Scan_20261122_Ray optics.pdf', 'Ray optics'],
  ['Scan0001.pdf', 'Scan0001'],
  ['Scanner manual.pdf', 'Scanner manual'],
  ['IMG_20261122_101500 Notes.pdf', 'Notes'],
  ['CamScanner 11-22-2026 10.30 Thermodynamics.pdf', 'Thermodynamics'],
  ['CamScanner 11-22-2026 10.30.pdf', 'CamScanner 11-22-2026 10.30'],
  ['Adobe Scan 22 Nov 2026.pdf', 'Adobe Scan 22 Nov 2026'],
  ['Doctor Zhivago.pdf', 'Doctor Zhivago'],
  ['copy.pdf', 'copy'],
  ['(1).pdf', '(1)'],
  ['भौतिकी_कक्षा_१२.pdf', 'भौतिकी कक्षा १२'],
  ['विज्ञान-भाग-2 (1).pdf', 'विज्ञान भाग 2'],
  ['क\u094D\u200Dष.pdf', 'क\u094D\u200Dष'],
  ['Cafe\u0301.pdf', 'Caf\u00E9'],
  ['invoice\u202Efdp.pdf', 'invoicefdp'],
  ['___.pdf', ''],
  ['.pdf', ''],
])('%s suggests %s', (name, title) => {
  expect(titleOfFile(name)).toBe(title)
})

test('cuts a long name to the maximum length of a title, between characters', () => {
  expect(titleOfFile(`${'𝒜'.repeat(400)}.pdf`)).toBe('𝒜'.repeat(documentLimits.title))
})
