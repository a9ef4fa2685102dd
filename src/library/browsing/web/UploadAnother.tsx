import { Upload } from 'lucide-react'
import { may } from '#contract/endpoint.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { useSession } from '#web/api/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'

/** After an upload, links to the upload of another file into the same category. */
export const UploadAnother = ({ category }: { category: string }) => {
  const words = useWords(browsingEn)
  const me = useSession()?.user
  if (!may(documentsApi.create, me)) return null
  return (
    <ButtonLink to={`/upload?${new URLSearchParams({ category })}`} icon={<Upload aria-hidden="true" />} className="my-1 ml-2">
      {words.uploadAnother}
    </ButtonLink>
  )
}
