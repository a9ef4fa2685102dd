import { newBox } from './box.ts'
import { newMonths } from './months.ts'
import { newPasses } from './passes.ts'

/*
 * A second, independent ledger: it computes every figure from the actions, in whole paise and without a database. It shares no code
 * with the program under test.
 */

type Charge = {
  id: string
  student: string
  kind: string
  /** Year and month, `2026-11`. */
  month: string
  due: string
  amount: number
  blocked: boolean
}
type Payment = { id: string; student: string; amount: number; isCash: boolean; isVoid: boolean }
/** A part of a payment: allocated to a fee, credit without a fee, or refunded. */
type Part = { payment: Payment; charge: Charge | undefined; amount: number; refund?: Refund }
type Refund = { id: string; student: string; charge: Charge | undefined; amount: number; isVoid: boolean }

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

export const newLedger = () => {
  const charges: Charge[] = []
  const payments: Payment[] = []
  const refunds: Refund[] = []
  const parts: Part[] = []
  const months = newMonths()
  const box = newBox(months)
  const passes = newPasses(months, box)

  const lying = (where: (part: Part) => boolean) => parts.filter((part) => !part.payment.isVoid && !part.refund && where(part))
  const paidOf = (charge: Charge): number => sum(lying((part) => part.charge === charge).map(({ amount }) => amount))
  const balanceOf = (charge: Charge): number => charge.amount - paidOf(charge)
  const creditOf = (student: string): number =>
    sum(lying(({ payment, charge }) => payment.student === student && !charge).map(({ amount }) => amount))
  const openOf = (student: string): Charge[] =>
    charges
      .filter((charge) => charge.student === student && balanceOf(charge) > 0)
      .sort((one, other) => one.month.localeCompare(other.month) || one.due.localeCompare(other.due) || (one.id < other.id ? -1 : 1))

  /** Moves the credit of these payments to fees, up to their balances. */
  const move = (from: readonly Payment[], onto: readonly Charge[]): void => {
    for (const payment of from)
      for (const charge of onto)
        for (const part of lying((one) => one.payment === payment && !one.charge)) {
          const amount = Math.min(part.amount, balanceOf(charge))
          if (amount <= 0) continue
          part.amount -= amount
          parts.push({ payment, charge, amount })
        }
  }
  const ofStudent = (student: string) => payments.filter((payment) => payment.student === student && !payment.isVoid)
  const settleByItself = (student: string) =>
    move(
      ofStudent(student),
      openOf(student).filter(({ blocked }) => !blocked),
    )
  const voidPayment = (payment: Payment): void => {
    for (const { charge } of lying((part) => part.payment === payment)) if (charge) charge.blocked = true
    payment.isVoid = true
    months.book('collected', -payment.amount)
    if (payment.isCash) box.move('void', -payment.amount)
  }
  const isTouchedByRefund = (payment: Payment): boolean =>
    parts.some((part) => part.payment === payment && part.refund && !part.refund.isVoid)
  const find = <T extends { id: string }>(all: readonly T[], id: string): T => {
    const found = all.find((one) => one.id === id)
    if (!found) throw new Error(`There is no ${id} in the ledger`)
    return found
  }

  return {
    box,
    months,
    passes,
    charge: (charge: Omit<Charge, 'blocked'>): void => {
      charges.push({ ...charge, blocked: false })
    },
    /** Called after fees were created: credit pays them automatically. */
    settle: settleByItself,
    /** `on` is the day of a backdated payment. */
    pay: ({ on, ...payment }: Omit<Payment, 'isVoid'> & { on?: string | undefined }, first?: string): void => {
      const entered = { ...payment, isVoid: false }
      months.book('collected', payment.amount, on)
      payments.push(entered)
      if (payment.isCash) box.move('in', payment.amount)
      parts.push({ payment: entered, charge: undefined, amount: payment.amount })
      move([entered], [...(first ? [find(charges, first)] : []), ...openOf(payment.student)])
    },
    /** Returns whether the void is allowed. */
    voidPayment: (id: string): boolean => {
      const payment = find(payments, id)
      if (payment.isVoid || isTouchedByRefund(payment)) return false
      voidPayment(payment)
      return true
    },
    markUnpaid: (id: string): boolean => {
      const touching = payments.filter(
        (payment) => !payment.isVoid && parts.some((part) => part.payment === payment && part.charge?.id === id),
      )
      if (touching.length === 0 || touching.some(isTouchedByRefund)) return false
      touching.forEach(voidPayment)
      return true
    },
    spendCredit: (id: string): boolean => {
      const charge = find(charges, id)
      if (balanceOf(charge) === 0 || creditOf(charge.student) === 0) return false
      move(ofStudent(charge.student), [charge])
      return true
    },
    setAmount: (id: string, amount: number): boolean => {
      const charge = find(charges, id)
      if (amount < paidOf(charge)) return false
      const isMore = amount > charge.amount
      charge.amount = amount
      if (isMore) settleByItself(charge.student)
      return true
    },
    /** In cash. */
    refund: (refund: { id: string; student: string; chargeId?: string | undefined; amount: number }): void => {
      const charge = refund.chargeId ? find(charges, refund.chargeId) : undefined
      const entered: Refund = { id: refund.id, student: refund.student, charge, amount: refund.amount, isVoid: false }
      refunds.push(entered)
      months.book('collected', -refund.amount)
      box.move('refund', -refund.amount)
      const sources = payments.filter(({ student }) => student === refund.student).toReversed()
      let left = refund.amount
      for (const payment of sources)
        for (const part of lying((one) => one.payment === payment && one.charge === charge)) {
          const amount = Math.min(left, part.amount)
          if (amount <= 0) continue
          part.amount -= amount
          parts.push({ payment, charge, amount, refund: entered })
          left -= amount
        }
      if (charge) charge.amount -= refund.amount
    },
    /** Returns the maximum refund of a fee, or of the credit of a student. */
    refundable: (student: string, chargeId?: string): number => (chargeId ? paidOf(find(charges, chargeId)) : creditOf(student)),
    voidRefund: (id: string): boolean => {
      const refund = find(refunds, id)
      if (refund.isVoid) return false
      refund.isVoid = true
      months.book('collected', refund.amount)
      box.move('void', refund.amount)
      for (const part of parts) if (part.refund === refund) delete part.refund
      if (refund.charge) refund.charge.amount += refund.amount
      settleByItself(refund.student)
      return true
    },
    balance: (id: string): number => balanceOf(find(charges, id)),
    paid: (id: string): number => paidOf(find(charges, id)),
    chargedMonths: (student: string): string[] =>
      charges.filter((charge) => charge.student === student && charge.kind === 'monthly').map(({ month }) => month),
    /** Returns what each student owes and has in credit. */
    account: (student: string) => ({ owed: sum(openOf(student).map(balanceOf)), credit: creditOf(student) }),
    charges: () =>
      charges.map((charge) => ({ id: charge.id, amount: charge.amount, paid: paidOf(charge), settled: balanceOf(charge) === 0 })),
    payments: () =>
      payments.map((payment) => ({
        id: payment.id,
        isVoid: payment.isVoid,
        credit: payment.isVoid ? 0 : sum(lying((part) => part.payment === payment && !part.charge).map(({ amount }) => amount)),
      })),
    /** Returns all payments and day passes that are not void, minus refunds. */
    kept: (): number =>
      passes.amount() +
      sum(payments.filter(({ isVoid }) => !isVoid).map(({ amount }) => amount)) -
      sum(refunds.filter(({ isVoid }) => !isVoid).map(({ amount }) => amount)),
  }
}
export type Ledger = ReturnType<typeof newLedger>
