import type { Actor } from '#contract/actor.ts'
import { AppError, type ErrorKind } from '#contract/errors.ts'
import type { CustomizationTable } from '#server/db/tables/system.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { Customization, customizationApi } from '../customization.contract.ts'
import { rulePolicy } from '../customization.policy.ts'
import { defaultRules, type HallRules, presetValues, type RuleSwitch, rulePresets } from '../customization.rules.contract.ts'
import { changeRow, defined } from './customization.change.service.ts'
import * as rows from './customization.db.ts'
import { readForStaff, rulesOf } from './customization.service.ts'

/** Returns the current rules. Even under the ledger lock, a rule can change before the transaction ends. */
export const hallRules = async (db: Db): Promise<HallRules> => {
  const row: Pick<CustomizationTable, 'rules'> | undefined = await rows.row(db)
  return row ? rulesOf(row) : defaultRules
}

const refuse = (kind: ErrorKind | undefined): void => {
  if (kind) throw new AppError(kind)
}

/** Throws unless the Hall rules allow this person to do it. */
export const assertRule = async (db: Db, me: Actor, rule: RuleSwitch): Promise<void> =>
  refuse(rulePolicy.whyNot(me, await hallRules(db), rule))

/** Throws unless the Hall rules allow this person to refund this many rupees. */
export const assertRefundable = async (db: Db, me: Actor, amount: number): Promise<void> =>
  refuse(rulePolicy.whyNotRefund(me, await hallRules(db), amount))

const sameValues = (one: object, other: object): boolean =>
  Object.entries(one).every(([name, value]) => (other as Record<string, unknown>)[name] === value)

export const updateRules = (ctx: Ctx, { body }: Input<typeof customizationApi.updateRules>): Promise<Customization> =>
  ctx.transact(async (tx) => {
    await changeRow(tx, ctx, 'updateRules', (before) => {
      const { preset: was, ...values } = rulesOf(before)
      const { preset: chosen, ...sent } = defined(body)
      const next = { ...values, ...(chosen && presetValues[chosen]), ...sent }
      // Simple and Standard may have equal values, so the chosen preset is tried first.
      const preset = [chosen ?? was, ...rulePresets].find((one) => one && sameValues(presetValues[one], next)) ?? null
      return sameValues({ preset: was, ...values }, { preset, ...next }) ? {} : { rules: JSON.stringify({ preset, ...next }) }
    })
    return readForStaff({ ...ctx, db: tx })
  })
