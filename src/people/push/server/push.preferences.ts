import type { PushPreferencesTable } from '#server/db/tables/people.ts'
import type { PushPreferences } from '../push.contract.ts'

const everything: PushPreferences = {
  messages: true,
  notices: true,
  dues: true,
  receipts: true,
  accountEnds: true,
  showsText: true,
  quiet: null,
}

type Stored = { [K in keyof Omit<PushPreferencesTable, 'userId'>]: PushPreferencesTable[K] | null }

/** Converts a row, or the empty one of a person who never chose. */
export const toPreferences = (row: Stored | undefined): PushPreferences =>
  row === undefined || row.messages === null
    ? everything
    : {
        messages: row.messages === 1,
        notices: row.notices === 1,
        dues: row.dues === 1,
        receipts: row.receipts === 1,
        accountEnds: row.accountEnds === 1,
        showsText: row.showsText === 1,
        quiet: row.quietFrom === null || row.quietTo === null ? null : { from: row.quietFrom, to: row.quietTo },
      }

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

export const toRow = (userId: string, preferences: PushPreferences): PushPreferencesTable => ({
  userId,
  messages: flag(preferences.messages),
  notices: flag(preferences.notices),
  dues: flag(preferences.dues),
  receipts: flag(preferences.receipts),
  accountEnds: flag(preferences.accountEnds),
  showsText: flag(preferences.showsText),
  quietFrom: preferences.quiet?.from ?? null,
  quietTo: preferences.quiet?.to ?? null,
})
