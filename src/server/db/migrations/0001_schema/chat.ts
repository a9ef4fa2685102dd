import { flag, type Types } from './types.ts'

export const chatTables = ({ text, end }: Types): string[] => [
  // `activity` is the id of the newest message, or the conversation's own: ids rise, so it is the order of every list.
  `create table conversations (
    id ${text} not null primary key,
    type ${text} not null check (type in ('private', 'group')),
    built_in ${text} unique check (built_in in ('general', 'announcement')),
    name ${text},
    name_folded ${text},
    description ${text} not null,
    pair_key ${text} unique,
    post_policy ${text} not null check (post_policy in ('all', 'admins')),
    first_seq integer not null,
    last_seq integer not null,
    last_change integer not null,
    activity ${text} not null,
    encrypted_at ${text},
    created_by ${text} references users (id),
    created_at ${text} not null,
    updated_at ${text} not null,
    deleted_at ${text},
    key_version integer not null default 0,
    required_key_version integer not null default 0,
    key_made_at ${text},
    key_made_after integer not null default 0
  )${end}`,
  // Everybody is in the groups that come with the institution, without a row here.
  `create table conversation_members (
    conversation_id ${text} not null references conversations (id),
    user_id ${text} not null references users (id),
    joined_seq integer not null,
    joined_at ${text} not null,
    primary key (conversation_id, user_id)
  )${end}`,
  `create table conversation_reads (
    conversation_id ${text} not null references conversations (id),
    user_id ${text} not null references users (id),
    read_seq integer not null,
    ${flag('marked_unread')},
    primary key (conversation_id, user_id)
  )${end}`,
  `create table conversation_settings (
    conversation_id ${text} not null references conversations (id),
    user_id ${text} not null references users (id),
    muted_until ${text},
    notify ${text} not null check (notify in ('all', 'mentions', 'none')),
    primary key (conversation_id, user_id)
  )${end}`,
  // `reply_to` is checked when the reply is sent: a foreign key would make every deletion look for replies.
  `create table messages (
    id ${text} not null primary key,
    conversation_id ${text} not null references conversations (id),
    seq integer not null,
    change integer not null,
    type ${text} not null check (type in ('text', 'image', 'file')),
    sender_id ${text} not null references users (id),
    client_id ${text} not null,
    content ${text},
    reply_to ${text},
    created_at ${text} not null,
    edited_at ${text},
    edited_by ${text},
    deleted_at ${text},
    deleted_by ${text},
    revision integer,
    unique (conversation_id, seq),
    unique (conversation_id, sender_id, client_id)
  )${end}`,
  `create table message_versions (
    id ${text} not null primary key,
    message_id ${text} not null references messages (id),
    content ${text} not null,
    written_by ${text} not null references users (id),
    replaced_at ${text} not null
  )${end}`,
  `create table message_reactions (
    id ${text} not null primary key,
    message_id ${text} not null references messages (id),
    user_id ${text} not null references users (id),
    emoji ${text} not null,
    unique (message_id, user_id, emoji)
  )${end}`,
  `create table message_mentions (
    message_id ${text} not null references messages (id),
    user_id ${text} not null references users (id),
    conversation_id ${text} not null,
    seq integer not null,
    primary key (message_id, user_id)
  )${end}`,
  `create table blocks (
    blocker_id ${text} not null references users (id),
    blocked_id ${text} not null references users (id),
    created_at ${text} not null,
    primary key (blocker_id, blocked_id)
  )${end}`,
  // A picture has a small preview; what is no picture has neither preview nor measures.
  `create table attachments (
    id ${text} not null primary key,
    message_id ${text} not null unique references messages (id),
    sha256 ${text} not null references files (sha256),
    preview_sha256 ${text} references files (sha256),
    original_name ${text} not null,
    width integer,
    height integer,
    created_at ${text} not null
  )${end}`,
  `create table presence (
    user_id ${text} not null primary key references users (id),
    last_seen ${text},
    ${flag('is_hidden')}
  )${end}`,
  `create table message_flags (
    message_id ${text} not null primary key references messages (id),
    flagged_by ${text} not null references users (id),
    reason ${text} not null,
    flagged_at ${text} not null
  )${end}`,
  // A reporter is told what came of it; `outcome` is null while nobody has decided.
  `create table message_reports (
    id ${text} not null primary key,
    message_id ${text} not null references messages (id),
    reporter_id ${text} not null references users (id),
    reason ${text} not null,
    created_at ${text} not null,
    outcome ${text} check (outcome in ('upheld', 'dismissed')),
    decided_by ${text} references users (id),
    decided_at ${text},
    seen_at ${text},
    disclosed ${text},
    unique (message_id, reporter_id)
  )${end}`,
  `create table writing_stops (
    user_id ${text} not null primary key references users (id),
    until ${text} not null,
    reason ${text} not null,
    stopped_by ${text} not null references users (id),
    stopped_at ${text} not null
  )${end}`,
]

/** As many messages as a cell of the message index has. */
const cellMessages = { sqlite: 4_096, postgres: 1_024 }

const cellEnds = (size: number): string =>
  `create index messages_at_cell_end on messages (conversation_id, seq, id) where seq % ${size} = ${size - 1}`

export const chatIndexes = (dialect: 'sqlite' | 'postgres'): string[] => [
  'create index attachments_by_content on attachments (sha256)',
  'create index attachments_by_preview on attachments (preview_sha256)',
  'create index blocks_by_blocked on blocks (blocked_id)',
  'create index conversation_members_by_user on conversation_members (user_id)',
  'create index conversations_by_activity on conversations (activity)',
  'create index message_flags_by_time on message_flags (flagged_at, message_id)',
  'create index message_mentions_by_user on message_mentions (user_id, conversation_id, seq)',
  'create index message_reports_by_reporter on message_reports (reporter_id, id)',
  'create index message_reports_open on message_reports (id) where outcome is null',
  'create index message_versions_by_message on message_versions (message_id)',
  'create index messages_by_change on messages (conversation_id, change) where change > 0',
  'create index messages_by_sender on messages (sender_id, id)',
  // The last message of each cell: a search asks for those of all its conversations, to begin with the newest cells.
  cellEnds(cellMessages[dialect]),
]
