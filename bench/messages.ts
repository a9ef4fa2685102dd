import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeSearchAgain } from '#server/backup/searchAgain.db.ts'
import { connect } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'

const CONVERSATIONS = 50

const words = ['seat', 'notes', 'fan', 'library', 'exam', 'charger', 'morning', 'afternoon', 'physics', 'fees', 'water', 'quiet']
const sentence = (number: number): string =>
  Array.from({ length: 8 }, (_, at) => words[(number * 7 + at * at * 5 + Math.floor(number / 12)) % words.length]).join(' ')

/** Gives the calling account this many messages of others in fifty groups, half of them in the first. Returns the first group. */
export const fillMessages = async (database: string, count: number): Promise<string> => {
  const db = new DatabaseSync(database)
  const at = new Date().toISOString()
  const me = String(db.prepare(`select id from users where role = 'superadmin'`).get()?.id)
  const people = db.prepare(`select id from users where role = 'student' limit 100`).all() as { id: string }[]
  const addGroup = db.prepare(
    `insert into conversations (id, type, name, name_folded, description, post_policy, first_seq, last_seq, last_change, activity, created_at, updated_at)
     values (?, 'group', ?, ?, '', 'all', 1, ?, 0, ?, ?, ?)`,
  )
  const addMember = db.prepare('insert into conversation_members values (?, ?, 0, ?)')
  const addMessage = db.prepare(
    `insert into messages (id, conversation_id, seq, change, type, sender_id, client_id, content, created_at)
     values (?, ?, ?, 0, 'text', ?, ?, ?, ?)`,
  )
  const read = db.prepare('insert into conversation_reads values (?, ?, ?, 0)')
  db.exec('begin immediate')
  let first = ''
  for (let number = 0; number < CONVERSATIONS; number++) {
    const messages = number === 0 ? count / 2 : Math.floor(count / 2 / (CONVERSATIONS - 1))
    const group = newId()
    first ||= group
    addGroup.run(group, `Group ${number}`, `group ${number}`, messages, newId(), at, at)
    for (const { id } of [{ id: me }, ...people]) addMember.run(group, id, at)
    for (let seq = 1; seq <= messages; seq++) {
      const id = newId()
      addMessage.run(id, group, seq, people[seq % people.length]?.id ?? me, id, sentence(seq), at)
    }
    read.run(group, me, messages - 20)
  }
  db.exec('commit')
  db.close()
  const opened = await connect({ databaseUrl: undefined, dataDir: dirname(database) })
  await makeSearchAgain(opened.db)
  await opened.close()
  return first
}
