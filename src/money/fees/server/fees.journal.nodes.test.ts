import { describe, expect, test } from 'vitest'
import { lockErrors } from '#money/locks/locks.contract.ts'
import { hashOf, NOTHING_BEFORE } from '#server/journal/digest.ts'
import { after } from '#server/journal/journal.db.ts'
import { areConnected, call, type GivenNodes, givenNodes, type SignedIn } from '#server/testing/nodes.ts'
import { givenFolder, run } from '#server/testing/program.ts'

const CLERKS = 20
const STUDENTS = 6
/** Maximum number of journal entries that a test reads. */
const MOST = 10_000

const givenHall = async () => {
  const dataDir = await givenFolder()
  const hall = await givenNodes(2, { env: { DATA_DIR: dataDir } })
  await areConnected(hall.nodes)
  const clerks = await Promise.all(Array.from({ length: CLERKS }, (_, at) => hall.person('manager', `Clerk ${at}`)))
  const students = await Promise.all(Array.from({ length: STUDENTS }, (_, at) => hall.person('student', `Student ${at}`)))
  return { hall, dataDir, clerks, students }
}

/**
 * Clerks with even indexes use the first node, the others the second. A call that a busy hall answers with 503 may have been made, so
 * they repeat it with the same `clientId`, as a form that is sent again. A repeated call may find that it has voided the entry already.
 */
const deskOf = ({ nodes }: GivenNodes, clerk: SignedIn, at: number) => {
  const node = nodes[at % nodes.length]
  if (!node) throw new Error('There is no node.')
  const outcomes: string[] = []
  const post = async (path: string, body: object) => {
    const sent = { ...body, clientId: crypto.randomUUID() }
    let answer = await call(node, clerk, 'POST', `/user/fees${path}`, sent)
    const isRepeated = answer.status === 503
    while (answer.status === 503) answer = await call(node, clerk, 'POST', `/user/fees${path}`, sent)
    const isDone = answer.status < 300 || (isRepeated && answer.body?.code === lockErrors.alreadyVoid.code)
    outcomes.push(isDone ? 'done' : `${answer.status} ${answer.body?.code}`)
    return answer.body
  }
  return { outcomes, post }
}

/** Charges, pays, voids, refunds and records cash in sequence, while other clerks do the same for the same students. */
const work = async (hall: GivenNodes, clerk: SignedIn, at: number, students: readonly SignedIn[]): Promise<string[]> => {
  const { post, outcomes } = deskOf(hall, clerk, at)
  const studentId = students[at % students.length]?._id ?? ''
  const today = new Date()
  const charged = { studentId, kind: 'late', month: today.getUTCMonth() + 1, year: today.getUTCFullYear(), amount: 50 + at }
  await post('', charged)
  // More than all fees of the student, so that there is credit for the refund below.
  const paid = await post('/payments', { studentId, amount: 1_000 + at, method: 'cash' })
  const mistaken = await post('/payments', { studentId, amount: 10 + at, method: at % 2 ? 'cash' : 'bank', referenceSkipped: true })
  await post(`/payments/${mistaken._id}/void`, { reason: 'Mistake' })
  const refund = await post('/refunds', { studentId, amount: 5 + at, method: 'cash', reason: 'Too much' })
  if (at % 3 === 0) await post(`/refunds/${refund._id}/void`, { reason: 'Mistake' })
  const entry = await post('/box', { kind: at % 2 ? 'in' : 'out', amount: 20 + at, purpose: 'Tea' })
  if (at % 4 === 0) await post(`/box/${entry._id}/void`, { reason: 'Mistake' })
  if (at % 5 === 0) await post('/closings', { counted: 100 })
  expect(paid.amount).toBe(1_000 + at)
  return outcomes
}

const gapless = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

describe('twenty clerks on two nodes', { timeout: 120_000 }, () => {
  test('leave a journal without a gap or a fork, and receipt numbers without a gap', async () => {
    const { hall, dataDir, clerks, students } = await givenHall()
    const outcomes = (await Promise.all(clerks.map((clerk, at) => work(hall, clerk, at, students)))).flat()
    const { db, databaseUrl } = hall.database

    const entries = await after(db, 0, MOST)
    expect(entries.map(({ seq }) => seq)).toEqual(gapless(entries.length))
    expect(entries.map(({ prev }) => prev)).toEqual([NOTHING_BEFORE, ...entries.slice(0, -1).map(({ hash }) => hash)])
    expect(entries.map(({ hash }) => hash)).toEqual(entries.map(hashOf))
    expect(entries.length).toBeGreaterThan(CLERKS * 10)

    const payments = await db.selectFrom('payments').select('receiptCount').orderBy('receiptCount').execute()
    expect(payments.map(({ receiptCount }) => receiptCount)).toEqual(gapless(payments.length))
    const refunds = await db.selectFrom('refunds').select('voucherCount').orderBy('voucherCount').execute()
    expect(refunds.map(({ voucherCount }) => voucherCount)).toEqual(gapless(refunds.length))
    expect([payments.length, refunds.length]).toEqual([2 * CLERKS, CLERKS])
    // A payment cannot be voided if another clerk's refund has taken money from it in between.
    expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== '409 fees.refunded')).toEqual([])
    expect(outcomes.filter((outcome) => outcome === 'done').length).toBeGreaterThan(CLERKS * 5)

    const doctor = run('doctor', { DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
    expect([await doctor.ended, doctor.stdout().split('\n')[0]]).toEqual([0, 'No problems found.'])
  })
})
