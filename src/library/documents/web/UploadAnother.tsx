import { Upload } from 'lucide-react'
import { may } from '#contract/endpoint.ts'
import { useSession } from '#web/api/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { documentsApi } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'

/** Leads those who upload on to the next file for the same category. */
export const UploadAnother = ({ category }: { category: string }) => {
  const words = useWords(documentsEn)
  const me = useSession()?.user
  if (!may(documentsApi.create, me)) return null
  return (
    <ButtonLink to={`/upload?${new URLSearchParams({ category })}`} icon={<Upload aria-hidden="true" />} className="my-1 ml-2">
      {words.uploadAnother}
    </ButtonLink>
  )
}
