import { feature } from '#server/feature/feature.ts'
import { receiptsApi } from '../receipts.contract.ts'
import { receiptPdf, statementPdf, voucherPdf } from './receipts.papers.service.ts'
import { receiptsJob } from './receipts.push.service.ts'
import { duesSlips, list, receipt, voucher } from './receipts.service.ts'
import { statement } from './receipts.statement.service.ts'

export const receiptsFeature = feature(
  receiptsApi,
  { list, receipt, receiptPdf, voucher, voucherPdf, statement, statementPdf, duesSlips },
  { tables: { receiptPushes: null }, jobs: [receiptsJob] },
)
