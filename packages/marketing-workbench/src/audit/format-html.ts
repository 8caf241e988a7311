import { formatCount } from '../content/format-count.ts';
import { formatHtmlPage } from '../report/html-page.ts';
import { escapeXml } from '../site/escape-xml.ts';
import {
  type AuditResult,
  explainScore,
  formatFindingPlace,
  groupFindings,
} from './format-terminal.ts';
import { type AuditFinding, RULES, type RuleId } from './rules.ts';

/** Formats one document with every finding, to read, print or send. */
export function formatAuditPage(audit: AuditResult, day: string): string {
  const { site, findings, score, notes } = audit;
  const groups = groupFindings(findings);
  const figures = [
    [`${score.score}`, 'of 100 points'],
    [`${findings.length}`, findings.length === 1 ? 'finding' : 'findings'],
    [`${score.clean} of ${score.places}`, 'pages, texts and settings files are clean'],
  ];
  const body = [
    `<h1>Audit of ${escapeXml(site)}</h1>`,
    `<p class="muted">${day}</p>`,
    `<div class="figures">${figures.map(([figure = '', words = '']) => `<div><strong>${figure}</strong><br><span class="muted">${words}</span></div>`).join('')}</div>`,
    `<section><h2>How the score is computed</h2><p>${escapeXml(explainScore(score))}</p>${notes.map((note) => `<p class="muted">${escapeXml(note)}</p>`).join('')}</section>`,
    ...(groups.length === 0
      ? ['<section><h2>Nothing to correct</h2></section>']
      : [formatOverview(groups, score.lost)]),
    ...groups.map(([rule, found]) => formatRuleSection(rule, found)),
  ];
  return formatHtmlPage({
    title: `Audit of ${site}: ${score.score} of 100`,
    body: body.join('\n'),
  });
}

type FindingGroups = ReturnType<typeof groupFindings>;

function formatOverview(groups: FindingGroups, lost: AuditResult['score']['lost']): string {
  const rows = groups.map(
    ([rule, found]) =>
      `<tr><td><a href="#${rule}">${rule}</a></td><td class="number">${RULES[rule].weight}</td><td class="number">${found.length}</td><td class="number">${(lost.get(rule) ?? 0).toFixed(1)}</td></tr>`,
  );
  return `<section><h2>Rules</h2><div class="scroll"><table><thead><tr><th>Rule</th><th class="number">Weight</th><th class="number">Findings</th><th class="number">Points</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

function formatRuleSection(rule: RuleId, found: readonly AuditFinding[]): string {
  const { weight, why, cure } = RULES[rule];
  const rows = found.map(
    (finding) =>
      `<tr><td>${escapeBreakable(formatFindingPlace(finding))}</td><td>${escapeBreakable(finding.message)}</td></tr>`,
  );
  return `<section id="${rule}"><h2>${rule}</h2><p class="muted">Weight ${weight}, ${formatCount(found.length, 'finding')}</p><p>${escapeXml(why)} ${escapeXml(cure)}</p><div class="scroll"><table><thead><tr><th>Place</th><th>Finding</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

/** Escapes a text in which long paths may break after a slash. */
function escapeBreakable(text: string): string {
  return escapeXml(text).replaceAll('/', '/<wbr>');
}
