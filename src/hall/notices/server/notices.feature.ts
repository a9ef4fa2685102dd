import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { noticesApi } from '../notices.contract.ts'
import { create, remove, update } from './notices.edit.service.ts'
import { people, readers } from './notices.people.service.ts'
import { announceJob } from './notices.push.service.ts'
import { all, attachment, bannerMarquee, markRead, mine, tab } from './notices.service.ts'
import { onPersonDeleted } from './notices.targets.db.ts'

export const noticesFeature = feature(
  noticesApi,
  { all, people, mine, bannerMarquee, tab, create, update, remove, markRead, readers, attachment },
  {
    tables: { notices: 'notices', noticeTargets: 'notices', noticeReads: 'notices', noticeReadCounts: 'notices', noticePushes: null },
    jobs: [announceJob],
    files: [{ table: 'notices', column: 'attachmentSha256' }],
    hooks: [personDeleted.by(onPersonDeleted)],
  },
)
