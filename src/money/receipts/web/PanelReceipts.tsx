import { FileText, Receipt } from 'lucide-react'
import type { User } from '#people/users/users.contract.ts'
import { PanelAction } from '#people/users/web/panel/PanelAction.tsx'
import { useWords } from '#web/words.ts'
import { receiptsEn } from '../receipts.en.ts'

/** Opens the statement of a student. */
const StatementAction = ({ user }: { user: User }) => (
  <PanelAction icon={<FileText aria-hidden="true" />} label={useWords(receiptsEn).panel.statement} to={`/statements/${user._id}`} />
)

/** Opens the receipts of a student. */
const ReceiptsAction = ({ user }: { user: User }) => (
  <PanelAction
    icon={<Receipt aria-hidden="true" />}
    label={useWords(receiptsEn).panel.receipts}
    to={`/fees/receipts?${new URLSearchParams({ student: user._id })}`}
  />
)

/** The papers of a student. */
export const PanelReceipts = ({ user }: { user: User }) => (
  <>
    <StatementAction user={user} />
    <ReceiptsAction user={user} />
  </>
)
