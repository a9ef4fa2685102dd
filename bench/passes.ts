import { financialYear, financialYearName } from '#contract/month.ts'
import { newId } from '#server/db/ids.ts'
import { filling } from './filling.ts'

const DAYS = 1_000
const TODAY = 5

/** Fills in day passes of a thousand days, each with a visitor and a receipt; five are of today. */
export const fillPasses = (database: string, count: number): void =>
  filling(database, [], (db, insert) => {
    const me = db.prepare(`select id, name from users where role = 'superadmin'`).get() as { id: string; name: string }
    const year = financialYear(new Date().toISOString().slice(0, 10))
    const series = db.prepare(`select last from number_series where series = 'receipt' and year = ?`).get(year)
    let last = Number(series?.last ?? 0)
    for (let number = 0; number < count; number++) {
      const back = number >= count - TODAY ? 0 : DAYS - Math.floor((DAYS * number) / count)
      const at = new Date(Date.now() - back * 86_400_000).toISOString()
      const day = at.slice(0, 10)
      const [visitorId, paymentId, passId, name] = [newId(), newId(), newId(), `Visitor ${number}`]
      const phone = `97${String(number).padStart(8, '0')}`
      const visitor = { id: visitorId, name, nameFolded: name.toLowerCase(), phone, phoneFolded: `91${phone}` }
      insert('visitors', { ...visitor, createdAt: at, createdBy: me.id, erasedAt: null })
      const receipt = {
        receiptYear: year,
        receiptCount: ++last,
        receiptNumber: `${financialYearName(year)}/${String(last).padStart(6, '0')}`,
      }
      const none = { voidedAt: null, voidedOn: null, voidedBy: null, voidedByName: null, voidReason: null, replaces: null }
      insert('payments', {
        ...{ id: paymentId, userId: null, visitorId, studentName: name, amount: 10_000, credit: 0, method: 'cash', reference: '' },
        ...{ referenceFolded: '', referenceReason: '', referenceSkipped: 1, dateReason: '', ...receipt, ...none },
        ...{ receivedOn: day, bookedOn: day, enteredAt: at, enteredBy: me.id, enteredByName: me.name, clientId: null, clientDigest: null },
      })
      const shift = { slot: 'full-day', shiftName: 'Full-day', starts: 0, ends: 0 }
      const sold = { price: 10_000, amount: 10_000, reason: '', soldAt: at, soldBy: me.id, soldByName: me.name }
      insert('dayPasses', { id: passId, visitorId, day, ...shift, seatNumber: 30 + (number % 8), paymentId, ...sold })
      if (back === 0) insert('seatDays', { day, seatNumber: 30 + (number % 8), piece: 0, passId })
    }
    db.prepare(`update number_series set last = ? where series = 'receipt' and year = ?`).run(last, year)
  })
