import { Notice } from '#web/ui/Notice.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import { useFeeAccount } from './fees.queries.ts'

/** What a student owes, in a sentence; renders nothing if nothing is owed. */
export const DuesNotice = ({ userId, name }: { userId: string; name: string }) => {
  const words = useWords(feesEn)
  const owed = useFeeAccount(userId).data?.owed ?? 0
  return owed > 0 && <Notice tone="warning">{words.owes(name, formatRupees(owed))}</Notice>
}
