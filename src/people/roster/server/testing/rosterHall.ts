import type { given } from '#server/testing/given.ts'
import type { ImportReply } from '../../roster.contract.ts'

/** A hall on 22 November 2026, and an admin's calls on a register. */
export const rosterHall = async (app: Awaited<ReturnType<typeof given>>) => {
  app.setNow('2026-11-22T06:00:00.000Z')
  const admin = await app.as('admin', { name: 'Anita', email: 'anita@example.org' })
  const send = (file: string | Uint8Array, fields: Record<string, string> = {}) => admin.post('/user/import', formOf(file, fields))
  const check = async (file: string | Uint8Array, fields = {}): Promise<ImportReply> => (await send(file, fields)).body
  const problems = async (file: string, fields = {}) =>
    (await check(file, fields)).problems.map(({ row, column, message }) => `${row} ${column}: ${message}`)
  const take = (file: string | Uint8Array, fields = {}) => send(file, { dryRun: 'false', reason: 'Paper register', ...fields })
  const students = () => app.db.selectFrom('users').selectAll().where('role', '=', 'student').orderBy('id').execute()
  /** Returns the skipped rows as lines of a CSV file. */
  const leftOut = async (file: string, fields: Record<string, string> = {}) => {
    const { text } = await admin.post('/user/import/left-out?format=csv', formOf(file, fields))
    return text.replace('\uFEFF', '').trim().split('\r\n')
  }
  return { app, admin, send, check, problems, take, leftOut, students }
}

const formOf = (file: string | Uint8Array, fields: Record<string, string>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new File([typeof file === 'string' ? file : new Uint8Array(file)], 'register.csv'))
  return form
}
