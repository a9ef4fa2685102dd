import type { PaymentsTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import { hook } from '#server/feature/hooks.ts'

/** The payment of a visitor was voided, under the locks `users` and `fees`: what it bought is given back. */
export const visitorPaymentVoided = hook<[tx: Db, payment: PaymentsTable]>('visitorPaymentVoided')
