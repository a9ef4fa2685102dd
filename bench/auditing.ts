import { newId } from '#server/db/ids.ts'
import { filling } from './filling.ts'

const YEARS = 3 * 365 * 86_400_000

/** What happens in a hall, the frequent more often; an entry in a thousand changes the landing page. */
const actions = ['fees.pay', 'fees.pay', 'fees.pay', 'users.update', 'users.update', 'fees.remind', 'documents.create', 'fees.generate']
const RARE = 'customization.updateLanding'

/** Fills in this many audit entries of three years, by ten people and the program, about students and documents. */
export const fillAudit = (database: string, count: number): void =>
  filling(database, ['audit'], (db, insert) => {
    const people = db.prepare(`select id, name from users limit 10`).all() as { id: string; name: string }[]
    const students = db.prepare(`select id from users where role = 'student'`).all() as { id: string }[]
    const documents = db.prepare(`select id from documents limit 10000`).all() as { id: string }[]
    const start = Date.now() - YEARS
    for (let number = 0; number < count; number++) {
      const action = number % 1_000 === 0 ? RARE : (actions[number % actions.length] ?? RARE)
      const actor = action === 'fees.generate' ? undefined : people[(number * 7) % people.length]
      const targets = action === 'documents.create' ? documents : students
      insert('audit', {
        ...{ id: newId(), at: new Date(start + Math.floor((YEARS * number) / count)).toISOString() },
        ...{ actorId: actor?.id ?? null, actorName: actor?.name ?? 'Carrel', action },
        ...{
          targetId: targets[number % targets.length]?.id ?? null,
          before: null,
          after: `{"amount":${number}}`,
          salt: null,
          commitments: null,
        },
      })
    }
  })
