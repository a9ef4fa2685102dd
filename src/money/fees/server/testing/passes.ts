import type { newBox } from './box.ts'
import type { Months } from './months.ts'

/* The day passes of the second ledger: each is paid at once, and its void gives all of it back. */

type Pass = { id: string; amount: number; isCash: boolean; isVoid: boolean }

export const newPasses = (months: Months, box: ReturnType<typeof newBox>) => {
  const passes: Pass[] = []
  const kept = () => passes.filter(({ isVoid }) => !isVoid)
  return {
    sell: (pass: Omit<Pass, 'isVoid'>): void => {
      passes.push({ ...pass, isVoid: false })
      months.book('collected', pass.amount)
      if (pass.isCash) box.move('in', pass.amount)
    },
    /** Returns whether the void is allowed. */
    void: (id: string): boolean => {
      const pass = passes.find((one) => one.id === id)
      if (!pass || pass.isVoid) return false
      pass.isVoid = true
      months.book('collected', -pass.amount)
      if (pass.isCash) box.move('void', -pass.amount)
      return true
    },
    count: (): number => kept().length,
    /** Returns the amount of all passes that are not void. */
    amount: (): number => kept().reduce((all, { amount }) => all + amount, 0),
  }
}
