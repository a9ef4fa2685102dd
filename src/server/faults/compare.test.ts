import { expect, test } from 'vitest'
import { compare } from '#server/testing/faults/compare.ts'
import { givenOneServer } from '#server/testing/faults/halls.ts'
import { send, startWork } from '#server/testing/faults/work.ts'

/* The comparison that all fault tests end with sees each kind of damage. */

test('finds what is lost, doubled and out of order', { timeout: 120_000 }, async () => {
  const { hall, server } = await givenOneServer()
  const work = startWork(hall)
  await expect.poll(() => Math.min(...Object.values(work.acknowledged).map(({ size }) => size)), { timeout: 60_000 }).toBeGreaterThan(0)
  await work.finish()
  expect(await compare(server(), hall, work)).toEqual({ lost: [], doubled: [], disordered: [] })

  const { messages, payments, documents, reactions } = work.acknowledged
  const [student] = hall.students
  const [first] = messages.values()
  const [book] = documents.values()
  if (!student || !first || !book) throw new Error('Nothing was acknowledged.')
  messages.set('lost', { id: 'lost', content: 'A lost message', sender: student._id })
  payments.set('lost', { id: 'lost', amount: 1, student: student._id })
  documents.set('lost', { id: 'lost', title: 'A lost book', sha256: book.sha256 })
  documents.set('changed', { ...book, sha256: '0'.repeat(64) })
  reactions.set('lost reaction', '👍')
  const sender = hall.students.find(({ _id }) => _id === first.sender) ?? student
  const again = { content: first.content, clientId: crypto.randomUUID() }
  expect((await send(server(), sender, 'POST', '/chat/conversations/general/messages', again)).status).toBe(201)
  const twice = { studentId: student._id, amount: 5, method: 'cash', clientId: crypto.randomUUID() }
  expect((await send(server(), hall.admin, 'POST', '/user/fees/payments', twice)).status).toBe(201)

  const { lost, doubled, disordered } = await compare(server(), hall, work)
  expect(lost.toSorted()).toEqual(
    ['A lost book', 'lost reaction', 'message "A lost message"', 'payment lost', `the file of ${book.title} (200)`].toSorted(),
  )
  expect(doubled).toEqual([first.content, expect.stringContaining('for which nobody asked')])
  expect(disordered).toEqual([expect.stringContaining(`"${first.content}" after turn`)])
})
