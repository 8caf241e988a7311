/**
 * Replaces the panel of a video by its player. A document keeps the policy it was loaded with:
 * after a navigation in place it may not allow the player, and then the link is followed.
 */
export function playVideo(link: HTMLAnchorElement, player: string): void {
  if (document.querySelector(`script[data-players~="${new URL(player).origin}"]`) === null) {
    location.assign(link.href);
    return;
  }
  const frame = document.createElement('iframe');
  frame.src = player;
  frame.title = link.querySelector('.video-title')?.textContent ?? 'Video';
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  // YouTube refuses to play without it.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  link.replaceWith(frame);
  frame.focus();
}
