import { Readable } from 'node:stream'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { MonthMark } from '#money/fees/fees.shapes.contract.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import type { Paper } from '#server/work/paperShape.ts'
import { WorkError } from '#server/work/pool.ts'
import { runWork } from '#server/work/run.ts'
import type { Customization } from '#system/customization/customization.contract.ts'
import { readCustomization } from '#system/customization/server/customization.service.ts'
import { shiftNames } from '#system/shifts/server/shifts.service.ts'
import type { Receipt, receiptsApi, Statement } from '../receipts.contract.ts'
import { receipt, voucher } from './receipts.service.ts'
import { statement } from './receipts.statement.service.ts'
import { words } from './receipts.words.ts'

const TIMEOUT_MS = 20_000
/** In points. Limits the logo so that a receipt keeps its space, whatever size screens show it at. */
const LOGO_MOST = 48
const POINTS_PER_PIXEL = 0.75

const hallOf = ({ systemName, landing: { address, phone } }: Customization): Paper['hall'] => ({
  name: systemName,
  lines: [address, phone === '' ? '' : words.phone(phone)].filter(Boolean),
})

const shownLogo = ({ showLogo, logoUrl }: Customization): string | undefined => (showLogo ? logoUrl?.split('/').at(-1) : undefined)

/** Renders the paper without its logo if the picture is missing. */
const withLogo = async ({ storage }: Ctx, customization: Customization, draw: (logo: Paper['logo']) => Promise<Uint8Array>) => {
  const sha256 = shownLogo(customization)
  if (sha256 === undefined) return draw(null)
  const height = Math.min(LOGO_MOST, customization.logoSize * POINTS_PER_PIXEL)
  try {
    return await storage.withLocal(sha256, (path) => draw({ path, height }))
  } catch (error) {
    if (error instanceof AppError && error.kind.code === commonErrors.notFound.code) return draw(null)
    throw error
  }
}

const paperAnswer = async (ctx: Ctx, paper: Omit<Paper, 'logo' | 'hall' | 'pageOf'>): Promise<StreamAnswer> => {
  const customization = await readCustomization(ctx)
  const draw = (logo: Paper['logo']) =>
    runWork('paper', { ...paper, logo, hall: hallOf(customization), pageOf: words.pageOf }, { timeoutMs: TIMEOUT_MS, person: ctx.me._id })
  try {
    const pdf = await withLogo(ctx, customization, draw)
    const fileName = `${paper.title.replaceAll('/', '-')}.pdf`
    return { content: Readable.from([Buffer.from(pdf)]), mediaType: 'application/pdf', fileName }
  } catch (error) {
    if (error instanceof WorkError && error.reason === 'stopped') throw new AppError(commonErrors.unavailable)
    throw error
  }
}

const stripOf = (months: readonly MonthMark[]): NonNullable<Paper['strip']> => ({
  states: months.map(({ state }) => state),
  text: words.receipt.months(months),
})

/** Returns what was paid: fees, or a day pass. */
const linesOf = ({ lines, pass, amount }: Receipt) => [
  ...lines.map((line) => ({ cells: [words.fee(line), words.rupees(line.amount)] })),
  ...(pass === null ? [] : [{ cells: [words.receipt.pass, words.rupees(amount)] }]),
]

const receiptPaper = async ({ config, db }: Ctx, shown: Receipt): Promise<Parameters<typeof paperAnswer>[1]> => {
  const { kind, voided, slot, pass } = shown
  const nameOf = await shiftNames(db)
  const of = words.receipt
  const instant = (at: string) => words.instantIn(config.timeZone, at)
  const facts = [
    { label: of.number[kind], value: shown.number },
    { label: of.day[kind], value: words.day(shown.day) },
    { label: of.student[kind], value: shown.studentName },
    { label: of.seat, value: words.seat(shown.seatLabel ?? shown.seatNumber, slot && nameOf(slot)) },
    ...(pass === null ? [] : [{ label: of.pass, value: words.receipt.passValid(pass.day, pass.shiftName, pass) }]),
    { label: of.method, value: words.method(shown.method) },
    { label: of.entered, value: instant(shown.enteredAt) },
    ...(shown.reference === '' ? [] : [{ label: of.reference(shown.method), value: shown.reference }]),
    ...(shown.validUntil === null ? [] : [{ label: of.validUntil, value: words.day(shown.validUntil) }]),
    ...(shown.reason === '' ? [] : [{ label: of.reason, value: words.reason(shown.reason) }]),
  ]
  const rows = [
    ...linesOf(shown),
    ...(shown.credit === 0 ? [] : [{ cells: [of.credit[kind], words.rupees(shown.credit)] }]),
    { cells: [of.total, words.rupees(shown.amount)], isStrong: true },
  ]
  return {
    size: 'A5',
    title: of.title[kind](shown.number),
    heading: of.heading[kind],
    voided: voided && { stamp: words.void, text: words.voidSince(instant(voided.at), voided.by, voided.reason) },
    facts,
    columns: [
      { title: of.what, share: 0.68 },
      { title: of.amount, share: 0.32, isRight: true },
    ],
    rows,
    amount: { figure: words.rupees(shown.amount), words: words.inWords(shown.amount) },
    remarks: pass === null ? [of.balance(shown.owed)] : [],
    ...(pass === null && { strip: stripOf(shown.months) }),
    signed: { label: of.signed[kind], value: shown.enteredBy },
    ...(shown.code !== null && { small: of.code(shown.code) }),
  }
}

export const receiptPdf = async (ctx: Ctx, { params }: Input<typeof receiptsApi.receiptPdf>): Promise<StreamAnswer> =>
  paperAnswer(ctx, await receiptPaper(ctx, await receipt(ctx, { params, query: undefined, body: undefined })))

export const voucherPdf = async (ctx: Ctx, { params }: Input<typeof receiptsApi.voucherPdf>): Promise<StreamAnswer> =>
  paperAnswer(ctx, await receiptPaper(ctx, await voucher(ctx, { params, query: undefined, body: undefined })))

const balanceInWords = (closing: number): string => {
  if (closing === 0) return words.statement.even
  return closing > 0 ? words.statement.owes(words.rupees(closing)) : words.statement.ahead(words.rupees(-closing))
}

const statementPaper = async (ctx: Ctx, shown: Statement): Promise<Parameters<typeof paperAnswer>[1]> => {
  const { student, from, to, entries, asOf } = shown
  const of = words.statement
  const nameOf = await shiftNames(ctx.db)
  const { rupees, day } = words
  const amounts = (amount: number): [string, string] => (amount < 0 ? ['', rupees(-amount)] : [rupees(amount), ''])
  return {
    size: 'A4',
    title: of.title(student.name),
    heading: of.heading,
    voided: null,
    ...(asOf !== null && { note: of.asOf(asOf) }),
    facts: [
      { label: of.student, value: student.name },
      { label: of.seat, value: words.seat(student.seatLabel ?? student.seatNumber, student.slot && nameOf(student.slot)) },
      { label: of.period, value: of.from(from, to) },
      { label: of.made, value: day(hallToday(ctx)) },
    ],
    columns: [
      { title: of.date, share: 0.15 },
      { title: of.what, share: 0.37 },
      { title: of.charged, share: 0.16, isRight: true },
      { title: of.paid, share: 0.16, isRight: true },
      { title: of.balance, share: 0.16, isRight: true },
    ],
    rows: [
      { cells: [day(from), of.opening, '', '', rupees(shown.opening)] },
      ...entries.map((entry) => ({ cells: [day(entry.day), of.entry(entry), ...amounts(entry.amount), rupees(entry.balance)] })),
      { cells: [day(to), of.closing, rupees(shown.charged), rupees(shown.paid), rupees(shown.closing)], isStrong: true },
    ],
    remarks: [balanceInWords(shown.closing)],
    strip: stripOf(shown.months),
    signed: null,
  }
}

export const statementPdf = async (ctx: Ctx, { params, query }: Input<typeof receiptsApi.statementPdf>): Promise<StreamAnswer> =>
  paperAnswer(ctx, await statementPaper(ctx, await statement(ctx, { params, query, body: undefined })))
