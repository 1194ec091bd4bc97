/** What an app has to be allowed on the platform. Any one of each list does; the first is the one to ask for. */

export const SENDING = [['im:message:send_as_bot', 'im:message'], ['im:message:update', 'im:message']] as const
export const HEARING = ['im:message.p2p_msg:readonly', 'im:message.p2p_msg', 'im:message', 'im:message:readonly'] as const
/** Needed only where a group gets cards. */
export const HEARING_GROUPS = ['im:message.group_at_msg:readonly', 'im:message.group_at_msg', 'im:message', 'im:message:readonly'] as const

/** To be asked for in the developer console. */
export const SCOPES: readonly string[] = [...SENDING, HEARING, HEARING_GROUPS].map(([first]) => first)
