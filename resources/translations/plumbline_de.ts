<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name>Application</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
    <message>
        <source>Unsaved edits</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
</context>
<context>
    <name>CompareColumns</name>
    <message>
        <source>%1. Lower is better</source>
        <translation>%1. Kleiner ist besser</translation>
    </message>
    <message>
        <source>%1. Higher is better</source>
        <translation>%1. Größer ist besser</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Veränderung</translation>
    </message>
    <message>
        <source>The worst that became of the model over all metrics; sorts worst first, the largest change first</source>
        <translation>Das Schlechteste, was aus dem Modell über alle Metriken wurde; sortiert das Schlechteste zuerst, die größte Änderung zuerst</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The model&apos;s name in the files</source>
        <translation>Der Name des Modells in den Dateien</translation>
    </message>
    <message>
        <source>%1: %2 → %3, the change and per cent. A click sorts by the change</source>
        <translation>%1: %2 → %3, die Änderung und Prozent. Ein Klick sortiert nach der Änderung</translation>
    </message>
    <message>
        <source>%1 of run %2, %3</source>
        <translation>%1 von Lauf %2, %3</translation>
    </message>
    <message>
        <source>q</source>
        <translation>q</translation>
    </message>
    <message>
        <source>Of the model&apos;s metrics the smallest q-value, over all cells with repeats, or of what moved against the runs in the history: among those up to 0.05 at most 5 % are expected to be noise</source>
        <translation>Der kleinste q-Wert der Metriken des Modells, über alle Zellen mit Wiederholungen, oder von dem, was sich gegenüber den Läufen im Verlauf bewegt hat: unter denen bis 0,05 sind höchstens 5 % als Rauschen zu erwarten</translation>
    </message>
</context>
<context>
    <name>CompareText</name>
    <message>
        <source>%1 change</source>
        <translation>%1 Änderung</translation>
    </message>
    <message>
        <source>%1 change (%)</source>
        <translation>%1 Änderung (%)</translation>
    </message>
    <message>
        <source>%1, ratio hides</source>
        <translation>%1, Verhältnis verdeckt</translation>
    </message>
</context>
<context>
    <name>DecisionView</name>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Asks for a reason: %1.</source>
        <translation>Fragt nach einem Grund: %1.</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>Entschieden</translation>
    </message>
    <message>
        <source>Accepting would write</source>
        <translation>Übernehmen würde schreiben</translation>
    </message>
</context>
<context>
    <name>DiffText</name>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>%1, %2: within %3 %</source>
        <translation>%1, %2: innerhalb von %3 %</translation>
    </message>
    <message>
        <source>%1, %2: over %3 %</source>
        <translation>%1, %2: über %3 %</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>value, what became of it</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 %2 %3 with the default thresholds</source>
        <translation>%1 %2 %3 mit den vorgegebenen Schwellen</translation>
    </message>
    <message>
        <source>%1 %2 below its floor of %3</source>
        <translation>%1 %2 unter der Untergrenze von %3</translation>
    </message>
    <message>
        <source>noise</source>
        <comment>a change within the noise</comment>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>noise, %1</source>
        <translation>Rauschen, %1</translation>
    </message>
    <message>
        <source>too few values</source>
        <translation>zu wenige Werte</translation>
    </message>
    <message>
        <source>too few runs</source>
        <translation>zu wenige Läufe</translation>
    </message>
    <message>
        <source>cannot tell</source>
        <translation>unentschieden</translation>
    </message>
</context>
<context>
    <name>EvidenceMarks</name>
    <message>
        <source>Last runs: %1</source>
        <translation>Letzte Läufe: %1</translation>
    </message>
</context>
<context>
    <name>FilePrompt</name>
    <message>
        <source>CSV files (*.csv);;All files (*)</source>
        <translation>CSV-Dateien (*.csv);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>FindingList</name>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
</context>
<context>
    <name>LogRowText</name>
    <message>
        <source>1 byte more</source>
        <translation>1 Byte mehr</translation>
    </message>
    <message>
        <source>%1 bytes more</source>
        <translation>%1 Bytes mehr</translation>
    </message>
</context>
<context>
    <name>MoveStyle</name>
    <message>
        <source>WORSE</source>
        <translation>SCHLECHTER</translation>
    </message>
    <message>
        <source>Worse</source>
        <translation>Schlechter</translation>
    </message>
    <message>
        <source>A metric moved the wrong way, by more than its threshold</source>
        <translation>Eine Metrik ging in die falsche Richtung, um mehr als ihre Schwelle</translation>
    </message>
    <message>
        <source>BROKE</source>
        <translation>DEFEKT</translation>
    </message>
    <message>
        <source>Broke</source>
        <translation>Defekt</translation>
    </message>
    <message>
        <source>Accuracy passed before and does not any more</source>
        <translation>Die Genauigkeit bestand vorher und jetzt nicht mehr</translation>
    </message>
    <message>
        <source>BETTER</source>
        <translation>BESSER</translation>
    </message>
    <message>
        <source>Better</source>
        <translation>Besser</translation>
    </message>
    <message>
        <source>A metric moved the right way, by more than its threshold, and none the wrong way</source>
        <translation>Eine Metrik ging in die richtige Richtung, um mehr als ihre Schwelle, und keine in die falsche</translation>
    </message>
    <message>
        <source>HEALED</source>
        <translation>GEHEILT</translation>
    </message>
    <message>
        <source>Healed</source>
        <translation>Geheilt</translation>
    </message>
    <message>
        <source>Accuracy did not pass before and does now</source>
        <translation>Die Genauigkeit bestand vorher nicht und besteht jetzt</translation>
    </message>
    <message>
        <source>CHANGED</source>
        <translation>ANDERS</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Anders</translation>
    </message>
    <message>
        <source>Another value, where no direction is the better one</source>
        <translation>Ein anderer Wert, bei dem keine Richtung die bessere ist</translation>
    </message>
    <message>
        <source>GONE</source>
        <translation>WEG</translation>
    </message>
    <message>
        <source>Only before</source>
        <translation>Nur vorher</translation>
    </message>
    <message>
        <source>The later run does not have this model</source>
        <translation>Der spätere Lauf hat dieses Modell nicht</translation>
    </message>
    <message>
        <source>NEW</source>
        <translation>NEU</translation>
    </message>
    <message>
        <source>Only after</source>
        <translation>Nur nachher</translation>
    </message>
    <message>
        <source>The earlier run does not have this model</source>
        <translation>Der frühere Lauf hat dieses Modell nicht</translation>
    </message>
    <message>
        <source>NOT RUN</source>
        <translation>OHNE LAUF</translation>
    </message>
    <message>
        <source>Not run</source>
        <translation>Nicht gelaufen</translation>
    </message>
    <message>
        <source>One of the runs lacks the shard of this model</source>
        <translation>Einem der Läufe fehlt der Shard dieses Modells</translation>
    </message>
    <message>
        <source>SAME</source>
        <translation>GLEICH</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>Equal, or moved less than the threshold</source>
        <translation>Gleich, oder um weniger als die Schwelle verändert</translation>
    </message>
    <message>
        <source>NO VALUE</source>
        <translation>KEIN WERT</translation>
    </message>
    <message>
        <source>No value</source>
        <translation>Kein Wert</translation>
    </message>
    <message>
        <source>There are no two values to compare</source>
        <translation>Es gibt keine zwei Werte zum Vergleichen</translation>
    </message>
</context>
<context>
    <name>NumericsText</name>
    <message>
        <source>RAISES</source>
        <translation>FEHLER</translation>
    </message>
    <message>
        <source>Raises</source>
        <translation>Löst einen Fehler aus</translation>
    </message>
    <message>
        <source>DIFFERS</source>
        <translation>ANDERS</translation>
    </message>
    <message>
        <source>Differs</source>
        <translation>Verschieden</translation>
    </message>
    <message>
        <source>NEAR</source>
        <translation>KNAPP</translation>
    </message>
    <message>
        <source>Near the limit</source>
        <translation>Nahe an der Grenze</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>allclose cannot compare them</source>
        <translation>allclose kann sie nicht vergleichen</translation>
    </message>
    <message>
        <source>the value itself</source>
        <translation>der Wert selbst</translation>
    </message>
    <message>
        <source>torch would raise %1: %2</source>
        <translation>torch würde %1 auslösen: %2</translation>
    </message>
    <message>
        <source>Differs at %1</source>
        <translation>Verschieden bei %1</translation>
    </message>
    <message>
        <source>1 value</source>
        <translation>1 Wert</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 Werte</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source> See --help.</source>
        <translation> Siehe --help.</translation>
    </message>
    <message>
        <source>Open the pair that comes with Plumbline.</source>
        <translation>Das mitgelieferte Paar öffnen.</translation>
    </message>
    <message>
        <source>Tree of baselines for the sources, e.g. a PyTorch checkout.</source>
        <translation>Baum der Baselines für die Quellen, z. B. ein PyTorch-Checkout.</translation>
    </message>
    <message>
        <source>Fetch the results of a commit, run or pull request and open them.</source>
        <translation>Die Ergebnisse eines Commits, Laufs oder Pull Requests holen und öffnen.</translation>
    </message>
    <message>
        <source>The files are tensors: compare REF RES, or the folder that holds both, as torch&apos;s same() does.</source>
        <translation>Die Dateien sind Tensoren: REF mit RES vergleichen, oder den Ordner, der beide enthält, wie same() von torch.</translation>
    </message>
    <message>
        <source>With --same: the same computed in float64.</source>
        <translation>Mit --same: dasselbe in float64 berechnet.</translation>
    </message>
    <message>
        <source>The files are benchmark logs, the oldest first: show the margins they contain.</source>
        <translation>Die Dateien sind Logs von Benchmarks, die ältesten zuerst: die enthaltenen Margen zeigen.</translation>
    </message>
    <message>
        <source>File of the history (default: plumbline/history.sqlite in the user&apos;s data folder).</source>
        <translation>Datei des Verlaufs (Vorgabe: plumbline/history.sqlite im Datenordner des Benutzers).</translation>
    </message>
    <message>
        <source>Do not add what is opened and run to the history, whatever the settings say.</source>
        <translation>Was geöffnet und ausgeführt wird, nicht in den Verlauf aufnehmen, was auch die Einstellungen sagen.</translation>
    </message>
    <message>
        <source>Judge with this generation of the check scripts, e.g. 2025-11, or checkout.</source>
        <translation>Mit dieser Generation der Prüfskripte urteilen, z. B. 2025-11, oder checkout.</translation>
    </message>
    <message>
        <source>Begin with nothing open, also where the last session would be restored.</source>
        <translation>Leer beginnen, auch wenn sonst die letzte Sitzung wiederhergestellt würde.</translation>
    </message>
    <message>
        <source>light, dark or system; for this run only.</source>
        <translation>light, dark oder system; nur für diesen Aufruf.</translation>
    </message>
    <message>
        <source>Write the window as it opens to FILE and exit.</source>
        <translation>Das Fenster, wie es sich öffnet, in FILE schreiben und beenden.</translation>
    </message>
    <message>
        <source>Write the page named by --page (%1) with its whole table, or every chart, as PNG into DIR, print the names and exit.</source>
        <translation>Die mit --page gewählte Seite (%1) mit ihrer ganzen Tabelle, oder jedes Diagramm, als PNG in DIR schreiben, die Namen ausgeben und beenden.</translation>
    </message>
    <message>
        <source>Window size, e.g. 1440x900.</source>
        <translation>Fenstergröße, z. B. 1440x900.</translation>
    </message>
    <message>
        <source>Page to begin with: %1.</source>
        <translation>Seite, mit der begonnen wird: %1.</translation>
    </message>
    <message>
        <source>Print the milliseconds to the first paint on standard error, and exit.</source>
        <translation>Die Millisekunden bis zum ersten Bild auf die Fehlerausgabe schreiben und beenden.</translation>
    </message>
    <message>
        <source>Shows what CI&apos;s check scripts say about a run (ACTUAL) held against its baseline (EXPECTED).
The command line program plumbline-cli says the same without a window.</source>
        <translation>Zeigt, was die Prüfskripte der CI über einen Lauf (ACTUAL) gegenüber seiner Baseline (EXPECTED) sagen.
Das Kommandozeilenprogramm plumbline-cli sagt dasselbe ohne Fenster.</translation>
    </message>
    <message>
        <source>Print the version and exit.</source>
        <translation>Die Version ausgeben und beenden.</translation>
    </message>
    <message>
        <source>Print this text and exit.</source>
        <translation>Diesen Text ausgeben und beenden.</translation>
    </message>
    <message>
        <source>CSV that the run produced.</source>
        <translation>CSV, die der Lauf erzeugt hat.</translation>
    </message>
    <message>
        <source>CSV it is held against.</source>
        <translation>CSV, mit der sie verglichen wird.</translation>
    </message>
    <message>
        <source>Or: folders, artifact zips, checkouts and more files, opened as one.</source>
        <translation>Oder: Ordner, Artefakt-Zips, Checkouts und weitere Dateien, zusammen geöffnet.</translation>
    </message>
    <message>
        <source>There is no page &quot;%1&quot;; --page is one of: %2.</source>
        <translation>Es gibt keine Seite „%1“; --page ist eine von: %2.</translation>
    </message>
    <message>
        <source>--export-png needs something to open: --sample, two files, or sources.</source>
        <translation>--export-png braucht etwas Geöffnetes: --sample, zwei Dateien oder Quellen.</translation>
    </message>
    <message>
        <source>--export-png writes one of these pages: %1.</source>
        <translation>--export-png schreibt eine dieser Seiten: %1.</translation>
    </message>
    <message>
        <source>There are no rules &quot;%1&quot;; --rules is one of: %2.</source>
        <translation>Es gibt keine Regeln „%1“; --rules ist eines von: %2.</translation>
    </message>
    <message>
        <source>--size is WIDTHxHEIGHT, e.g. 1440x900.</source>
        <translation>--size ist BREITExHÖHE, z. B. 1440x900.</translation>
    </message>
    <message>
        <source>--theme is light, dark or system.</source>
        <translation>--theme ist light, dark oder system.</translation>
    </message>
    <message>
        <source>--sample opens a pair of its own; leave the files out.</source>
        <translation>--sample öffnet ein eigenes Paar; die Dateien weglassen.</translation>
    </message>
    <message>
        <source>--fp64 belongs to --same.</source>
        <translation>--fp64 gehört zu --same.</translation>
    </message>
    <message>
        <source>--store needs the name of a file.</source>
        <translation>--store braucht den Namen einer Datei.</translation>
    </message>
    <message>
        <source>--store: the window reads SQLite files only; name a file.</source>
        <translation>--store: das Fenster liest nur SQLite-Dateien; eine Datei nennen.</translation>
    </message>
    <message>
        <source>--same and --margins are two things; ask for one.</source>
        <translation>--same und --margins sind zweierlei; nur eines verlangen.</translation>
    </message>
    <message>
        <source>--margins needs at least one log.</source>
        <translation>--margins braucht mindestens ein Log.</translation>
    </message>
    <message>
        <source>--same compares REF and RES, or the folder that holds both.</source>
        <translation>--same vergleicht REF und RES, oder den Ordner, der beide enthält.</translation>
    </message>
    <message>
        <source>With --version: also libraries and system, for a report of an error.</source>
        <translation>Mit --version: auch Bibliotheken und System, für eine Fehlermeldung.</translation>
    </message>
    <message>
        <source>Open a window of its own, also where the settings say that one window is for all.</source>
        <translation>Ein eigenes Fenster öffnen, auch wenn die Einstellungen ein Fenster für alles vorsehen.</translation>
    </message>
</context>
<context>
    <name>ReproText</name>
    <message>
        <source>compares nothing</source>
        <translation>vergleicht nichts</translation>
    </message>
    <message>
        <source>compares accuracy</source>
        <translation>vergleicht die Genauigkeit</translation>
    </message>
    <message>
        <source>compares strictly</source>
        <translation>vergleicht streng</translation>
    </message>
    <message>
        <source>an input without a name</source>
        <translation>eine Eingabe ohne Namen</translation>
    </message>
    <message>
        <source>after dynamo</source>
        <translation>nach Dynamo</translation>
    </message>
    <message>
        <source>after AOT</source>
        <translation>nach AOT</translation>
    </message>
    <message>
        <source>no backend</source>
        <translation>kein Backend</translation>
    </message>
    <message>
        <source>backend %1</source>
        <translation>Backend %1</translation>
    </message>
    <message>
        <source>tracing mode %1</source>
        <translation>Tracing-Modus %1</translation>
    </message>
    <message>
        <source>compares by itself</source>
        <translation>vergleicht selbst</translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 Knoten</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 Knoten</translation>
    </message>
    <message>
        <source>autocast</source>
        <translation>Autocast</translation>
    </message>
    <message>
        <source>needs CUDA</source>
        <translation>braucht CUDA</translation>
    </message>
    <message>
        <source>1 input</source>
        <translation>1 Eingabe</translation>
    </message>
    <message>
        <source>%1 inputs</source>
        <translation>%1 Eingaben</translation>
    </message>
    <message>
        <source>, random</source>
        <translation>, zufällig</translation>
    </message>
    <message>
        <source>, all present</source>
        <translation>, alle vorhanden</translation>
    </message>
    <message>
        <source>, none present</source>
        <translation>, keine vorhanden</translation>
    </message>
    <message>
        <source>, %1 present</source>
        <translation>, %1 vorhanden</translation>
    </message>
    <message>
        <source>sets %1</source>
        <translation>setzt %1</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
    <message>
        <source>%1 (line %2)</source>
        <translation>%1 (Zeile %2)</translation>
    </message>
    <message>
        <source>runs as a copy without %1</source>
        <translation>läuft als Kopie ohne %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>1 input is missing</source>
        <translation>1 Eingabe fehlt</translation>
    </message>
    <message>
        <source>%1 inputs are missing</source>
        <translation>%1 Eingaben fehlen</translation>
    </message>
    <message>
        <source>%1 (no folder of saved inputs is named): %2. Random numbers take their place, so what is compared is not what failed.</source>
        <translation>%1 (kein Ordner gespeicherter Eingaben ist genannt): %2. An ihre Stelle treten Zufallszahlen; verglichen wird also nicht, was fehlschlug.</translation>
    </message>
    <message>
        <source>%1: %2. Random numbers take their place, so what is compared is not what failed.</source>
        <translation>%1: %2. An ihre Stelle treten Zufallszahlen; verglichen wird also nicht, was fehlschlug.</translation>
    </message>
    <message>
        <source>line %1: </source>
        <translation>Zeile %1: </translation>
    </message>
    <message>
        <source>%1 of %2 (%3; with 95 % certainty %4 to %5)</source>
        <translation>%1 von %2 (%3; mit 95 % Sicherheit %4 bis %5)</translation>
    </message>
</context>
<context>
    <name>RuleChoice</name>
    <message>
        <source>Which generation of the check scripts decides</source>
        <translation>Welche Generation der Prüfskripte entscheidet</translation>
    </message>
</context>
<context>
    <name>RunText</name>
    <message>
        <source>MM-dd HH:mm</source>
        <translation>dd.MM. HH:mm</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>, %1 failed</source>
        <translation>, %1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>, %1 cancelled</source>
        <translation>, %1 abgebrochen</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>Eager</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <translation>%1 %2 von %3</translation>
    </message>
    <message>
        <source>part %1 of %2</source>
        <translation>Teil %1 von %2</translation>
    </message>
    <message>
        <source>whole suite</source>
        <translation>ganze Suite</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
</context>
<context>
    <name>StripPainter</name>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>no runs</source>
        <translation>keine Läufe</translation>
    </message>
    <message>
        <source>%1, the newest %2</source>
        <translation>%1, der neueste %2</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>, red since %1</source>
        <translation>, rot seit %1</translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>Clear the text</source>
        <translation>Den Text leeren</translation>
    </message>
</context>
<context>
    <name>TriageColumns</name>
    <message>
        <source>%1: expected → actual, and the change; lower is better</source>
        <translation>%1: erwartet → tatsächlich und die Änderung; kleiner ist besser</translation>
    </message>
    <message>
        <source>%1: expected → actual, and the change; higher is better</source>
        <translation>%1: erwartet → tatsächlich und die Änderung; größer ist besser</translation>
    </message>
    <message>
        <source>%1: expected → actual, and the change</source>
        <translation>%1: erwartet → tatsächlich und die Änderung</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>What CI&apos;s checks say about the model: the worst over all checks</source>
        <translation>Was die Prüfungen der CI über das Modell sagen: das Schlechteste aller Prüfungen</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>What you decided: A accepts, X keeps, F marks as flaky, N writes a note</source>
        <translation>Ihre Entscheidung: A übernimmt, X behält, F markiert als flaky, N schreibt eine Notiz</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The model&apos;s name in both files</source>
        <translation>Der Name des Modells in beiden Dateien</translation>
    </message>
    <message>
        <source>Last runs</source>
        <translation>Letzte Läufe</translation>
    </message>
    <message>
        <source>The last 20 runs in the history, the newest at the right; sorts by since when a row is red (Y shows all)</source>
        <translation>Die letzten 20 Läufe im Verlauf, der neueste rechts; sortiert danach, seit wann eine Zeile rot ist (Y zeigt alle)</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Which rule decided, and why</source>
        <translation>Welche Regel entschied, und warum</translation>
    </message>
    <message>
        <source>Flaky</source>
        <translation>Flaky</translation>
    </message>
    <message>
        <source>On a flaky list that the rules in use read</source>
        <translation>Auf einer Flaky-Liste, die die benutzten Regeln lesen</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>What CI does not say; it never changes CI&apos;s exit status</source>
        <translation>Was die CI nicht sagt; es ändert nie den Exit-Status der CI</translation>
    </message>
</context>
<context>
    <name>UnattendedRun</name>
    <message>
        <source>first paint after %1 ms</source>
        <translation>erstes Bild nach %1 ms</translation>
    </message>
</context>
<context>
    <name>UndoMessages</name>
    <message>
        <source>Undone: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Redone: %1</source>
        <translation>Wiederholt: %1</translation>
    </message>
</context>
<context>
    <name>WorkPages</name>
    <message>
        <source>Triage</source>
        <translation>Triage</translation>
    </message>
    <message>
        <source>What needs a decision</source>
        <translation>Was eine Entscheidung braucht</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Durchsicht</translation>
    </message>
    <message>
        <source>What is edited and not saved yet</source>
        <translation>Was geändert und noch nicht gespeichert ist</translation>
    </message>
    <message>
        <source>Flaky</source>
        <translation>Flaky</translation>
    </message>
    <message>
        <source>Which models are excused, where and why</source>
        <translation>Welche Modelle entschuldigt sind, wo und warum</translation>
    </message>
    <message>
        <source>Review and save the edits</source>
        <translation>Änderungen durchsehen und speichern</translation>
    </message>
    <message>
        <source>Look at every change before it is written</source>
        <translation>Jede Änderung ansehen, bevor sie geschrieben wird</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Go to the edits</source>
        <translation>Zu den Änderungen</translation>
    </message>
    <message>
        <source>Look at every change that is not saved yet</source>
        <translation>Jede noch nicht gespeicherte Änderung ansehen</translation>
    </message>
</context>
<context>
    <name>plumbline::app::ChartPages</name>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Before and after: up to six runs side by side</source>
        <translation>Vorher und nachher: bis zu sechs Läufe nebeneinander</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Compile time, memory, speedup, before against after, trend</source>
        <translation>Kompilierzeit, Speicher, Speedup, vorher gegen nachher, Trend</translation>
    </message>
    <message>
        <source>No table that is open has %1</source>
        <translation>Keine geöffnete Tabelle hat %1</translation>
    </message>
</context>
<context>
    <name>plumbline::app::CommitPages</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>What fails in all configs of a commit, by cause</source>
        <translation>Was in allen Configs eines Commits fehlschlägt, nach Ursache</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>All configs of a commit at a glance</source>
        <translation>Alle Configs eines Commits auf einen Blick</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>What is opened: folders, artifact zips, trees; fetch a commit</source>
        <translation>Was geöffnet ist: Ordner, Artefakt-Zips, Bäume; einen Commit holen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>One model over all configs</source>
        <translation>Ein Modell in allen Configs</translation>
    </message>
    <message>
        <source>Open a folder of results</source>
        <translation>Einen Ordner mit Ergebnissen öffnen</translation>
    </message>
    <message>
        <source>Open a folder with what CI left: results, artifact zips, a checkout&apos;s baselines</source>
        <translation>Einen Ordner öffnen mit dem, was die CI hinterließ: Ergebnisse, Artefakt-Zips, Baselines eines Checkouts</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Open results and artifact zips</source>
        <translation>Ergebnisse und Artefakt-Zips öffnen</translation>
    </message>
    <message>
        <source>Open any number of zips, CSVs, JSON files and logs as one</source>
        <translation>Beliebig viele Zips, CSVs, JSON-Dateien und Logs zusammen öffnen</translation>
    </message>
    <message>
        <source>Read the sources again</source>
        <translation>Die Quellen neu lesen</translation>
    </message>
    <message>
        <source>Read every opened folder, zip and tree again</source>
        <translation>Jeden geöffneten Ordner, Zip und Baum neu lesen</translation>
    </message>
    <message>
        <source>Open a folder of results, or a PyTorch checkout</source>
        <translation>Einen Ordner mit Ergebnissen oder einen PyTorch-Checkout öffnen</translation>
    </message>
    <message>
        <source>Results (*.csv *.zip *.json *.jsonl *.log *.txt);;All files (*)</source>
        <translation>Ergebnisse (*.csv *.zip *.json *.jsonl *.log *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 read and judged in %2</source>
        <comment>configs, time</comment>
        <translation>%1 in %2 gelesen und beurteilt</translation>
    </message>
    <message>
        <source>config</source>
        <translation>Config</translation>
    </message>
    <message>
        <source>configs</source>
        <translation>Configs</translation>
    </message>
</context>
<context>
    <name>plumbline::app::DesktopActions</name>
    <message>
        <source>There is no file %1 yet; it comes with the first save.</source>
        <translation>Es gibt noch keine Datei %1; sie entsteht beim ersten Speichern.</translation>
    </message>
    <message>
        <source>The editor &quot;%1&quot; cannot be started. Give another command in the settings.</source>
        <translation>Der Editor „%1“ lässt sich nicht starten. Geben Sie in den Einstellungen einen anderen Befehl an.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>No name of the results says which job ran this row.</source>
        <translation>Kein Name der Ergebnisse sagt, welcher Job diese Zeile ausführte.</translation>
    </message>
    <message>
        <source>The desktop has no browser for %1.</source>
        <translation>Der Desktop hat keinen Browser für %1.</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Open the baseline in the editor</source>
        <translation>Die Baseline im Editor öffnen</translation>
    </message>
    <message>
        <source>Show the file and line of the current row; the settings name the editor</source>
        <translation>Datei und Zeile der aktuellen Zeile zeigen; die Einstellungen nennen den Editor</translation>
    </message>
    <message>
        <source>Open the CI job in the browser</source>
        <translation>Den CI-Job im Browser öffnen</translation>
    </message>
    <message>
        <source>Show the job on GitHub that ran the current row</source>
        <translation>Den Job auf GitHub zeigen, der die aktuelle Zeile ausführte</translation>
    </message>
    <message>
        <source>Open the commit in the browser</source>
        <translation>Den Commit im Browser öffnen</translation>
    </message>
    <message>
        <source>Show the opened commit on GitHub</source>
        <translation>Den geöffneten Commit auf GitHub zeigen</translation>
    </message>
    <message>
        <source>Open the pull request in the browser</source>
        <translation>Den Pull Request im Browser öffnen</translation>
    </message>
    <message>
        <source>Show the pull requests on GitHub that have the opened commit</source>
        <translation>Die Pull Requests auf GitHub zeigen, die den geöffneten Commit enthalten</translation>
    </message>
</context>
<context>
    <name>plumbline::app::HistoryPages</name>
    <message>
        <source>The results are not added to the history. %1</source>
        <translation>Die Ergebnisse werden nicht in den Verlauf aufgenommen. %1</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>What CI measured run by run, how the baselines moved, and since when a row is red</source>
        <translation>Was die CI Lauf für Lauf maß, wie sich die Baselines bewegten und seit wann eine Zeile rot ist</translation>
    </message>
    <message>
        <source>No browser could be opened for the commit.</source>
        <translation>Für den Commit ließ sich kein Browser öffnen.</translation>
    </message>
</context>
<context>
    <name>plumbline::app::LastSession</name>
    <message>
        <source>What was open last is not there any more: %1.</source>
        <translation>Was zuletzt geöffnet war, ist nicht mehr da: %1.</translation>
    </message>
</context>
<context>
    <name>plumbline::app::NumericsPages</name>
    <message>
        <source>Numerics</source>
        <translation>Numerik</translation>
    </message>
    <message>
        <source>Is the compiled model&apos;s answer the same? same() on tensors in files</source>
        <translation>Ist die Antwort des kompilierten Modells dieselbe? same() auf Tensoren in Dateien</translation>
    </message>
</context>
<context>
    <name>plumbline::app::ProgramPages</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Neues Fenster</translation>
    </message>
    <message>
        <source>Open a second window with nothing in it; both may save, and each knows of the other</source>
        <translation>Ein zweites, leeres Fenster öffnen; beide dürfen speichern, und jedes weiß vom anderen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>Version, licences, and what this machine is</source>
        <translation>Version, Lizenzen und was dieser Rechner ist</translation>
    </message>
    <message>
        <source>About Plumbline</source>
        <translation>Über Plumbline</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Looks, rules, folders, addresses, token and keys</source>
        <translation>Aussehen, Regeln, Ordner, Adressen, Token und Tasten</translation>
    </message>
    <message>
        <source>A new window could not be started. Start plumbline again from the menu of your desktop.</source>
        <translation>Ein neues Fenster ließ sich nicht starten. Starten Sie plumbline noch einmal aus dem Menü des Desktops.</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>Gehe zu</translation>
    </message>
</context>
<context>
    <name>plumbline::app::ReportAction</name>
    <message>
        <source>The report is written to %1 (%2)</source>
        <translation>Der Bericht steht in %1 (%2)</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>No program of the desktop shows folders. The report lies in %1.</source>
        <translation>Kein Programm des Desktops zeigt Ordner. Der Bericht liegt in %1.</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>Einen Bericht speichern</translation>
    </message>
    <message>
        <source>Reports (*.html *.md *.json *.csv *.xml *.txt);;HTML (*.html);;Markdown (*.md);;JSON (*.json);;CSV (*.csv);;JUnit (*.xml);;Text (*.txt)</source>
        <translation>Berichte (*.html *.md *.json *.csv *.xml *.txt);;HTML (*.html);;Markdown (*.md);;JSON (*.json);;CSV (*.csv);;JUnit (*.xml);;Text (*.txt)</translation>
    </message>
    <message>
        <source>Write the verdicts as HTML, Markdown, JSON, CSV, JUnit or text; the JSON can be verified later</source>
        <translation>Die Urteile als HTML, Markdown, JSON, CSV, JUnit oder Text schreiben; das JSON lässt sich später prüfen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Open the folder of the report</source>
        <translation>Den Ordner des Berichts öffnen</translation>
    </message>
    <message>
        <source>Show the report that was saved last in the desktop&apos;s file manager</source>
        <translation>Den zuletzt gespeicherten Bericht im Dateimanager des Desktops zeigen</translation>
    </message>
    <message>
        <source>The page is written to %1</source>
        <translation>Die Seite steht in %1</translation>
    </message>
    <message>
        <source>Save a picture of this page</source>
        <translation>Ein Bild dieser Seite speichern</translation>
    </message>
    <message>
        <source>Write the visible page as PNG</source>
        <translation>Die sichtbare Seite als PNG schreiben</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
</context>
<context>
    <name>plumbline::app::RunPages</name>
    <message>
        <source>%1 passes when it is run again.</source>
        <translation>%1 besteht, wenn es noch einmal ausgeführt wird.</translation>
    </message>
    <message>
        <source>Why %1 fails: the page with verdict, smallest graph and commands is ready.</source>
        <translation>Warum %1 fehlschlägt: die Seite mit Urteil, kleinstem Graphen und Befehlen ist fertig.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Benchmarks and repro scripts on this machine, over SSH, on Slurm; E runs the current row</source>
        <translation>Benchmarks und Repro-Skripte auf diesem Rechner, über SSH, auf Slurm; E führt die aktuelle Zeile aus</translation>
    </message>
    <message>
        <source>Run this row</source>
        <translation>Diese Zeile ausführen</translation>
    </message>
    <message>
        <source>Fill the form of a new run from the current row; nothing starts by itself</source>
        <translation>Das Formular eines neuen Laufs aus der aktuellen Zeile füllen; nichts startet von selbst</translation>
    </message>
    <message>
        <source>Why did it fail?</source>
        <translation>Warum schlug es fehl?</translation>
    </message>
    <message>
        <source>Fill the form with a run of the current row; once it is started, its repro script is minified and reproduced, and one page says why the row failed</source>
        <translation>Das Formular mit einem Lauf der aktuellen Zeile füllen; nach dem Start wird ihr Repro-Skript verkleinert und reproduziert, und eine Seite sagt, warum die Zeile fehlschlug</translation>
    </message>
    <message>
        <source>Why did %1 fail? Enter runs it, then minifies and reproduces the script that it leaves; the form shows how.</source>
        <translation>Warum schlug %1 fehl? Enter führt es aus, verkleinert und reproduziert dann das Skript, das es hinterlässt; das Formular zeigt, wie.</translation>
    </message>
    <message>
        <source>Find out</source>
        <translation>Herausfinden</translation>
    </message>
    <message>
        <source>Bisect</source>
        <translation>Bisektion</translation>
    </message>
    <message>
        <source>Find the commit that broke a test which also fails without it</source>
        <translation>Den Commit finden, der einen Test zerbrach, der auch ohne ihn fehlschlägt</translation>
    </message>
    <message>
        <source>Find the commit that broke a test (bisect)</source>
        <translation>Den Commit finden, der einen Test zerbrach (Bisektion)</translation>
    </message>
</context>
<context>
    <name>plumbline::app::WatchAction</name>
    <message>
        <source>Watch CI</source>
        <translation>CI beobachten</translation>
    </message>
    <message>
        <source>Every 10 minutes, judge the new commits of PyTorch&apos;s branch main by the open baselines and notify of new failures</source>
        <translation>Alle 10 Minuten die neuen Commits von PyTorchs Zweig main nach den offenen Baselines beurteilen und neue Fehlschläge melden</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>CI is not watched any more.</source>
        <translation>Die CI wird nicht mehr beobachtet.</translation>
    </message>
    <message>
        <source>CI is watched: new failures will be shown here.</source>
        <translation>Die CI wird beobachtet: neue Fehlschläge erscheinen hier.</translation>
    </message>
    <message>
        <source>Commit %1: %2</source>
        <comment>a hash; counts of rows</comment>
        <translation>Commit %1: %2</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>CI is not watched. %1</source>
        <translation>Die CI wird nicht beobachtet. %1</translation>
    </message>
    <message>
        <source>%1 The watch goes on in %2.</source>
        <translation>%1 Die Beobachtung geht in %2 weiter.</translation>
    </message>
</context>
<context>
    <name>plumbline::session::DesktopNotice</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui</name>
    <message>
        <source>What can be done here</source>
        <translation>Was hier möglich ist</translation>
    </message>
    <message>
        <source>Nothing can be done here</source>
        <translation>Hier ist nichts möglich</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Open two files</source>
        <translation>Zwei Dateien öffnen</translation>
    </message>
    <message>
        <source>Open actual and expected</source>
        <translation>Tatsächliche und erwartete Datei öffnen</translation>
    </message>
    <message>
        <source>Choose the actual file</source>
        <translation>Die tatsächliche Datei wählen</translation>
    </message>
    <message>
        <source>Choose the expected file</source>
        <translation>Die erwartete Datei wählen</translation>
    </message>
    <message>
        <source>Show the sample</source>
        <translation>Das Beispiel zeigen</translation>
    </message>
    <message>
        <source>Open the pair that comes with Plumbline</source>
        <translation>Das mitgelieferte Paar öffnen</translation>
    </message>
    <message>
        <source>Swap actual and expected</source>
        <translation>Tatsächlich und erwartet tauschen</translation>
    </message>
    <message>
        <source>Reload both files</source>
        <translation>Beide Dateien neu laden</translation>
    </message>
    <message>
        <source>Switch the rule set</source>
        <translation>Den Regelsatz wechseln</translation>
    </message>
    <message>
        <source>Forget the recent pairs</source>
        <translation>Die letzten Paare vergessen</translation>
    </message>
    <message>
        <source>Cancel the work in progress</source>
        <translation>Die laufende Arbeit abbrechen</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Light or dark as the system</source>
        <translation>Hell oder dunkel wie das System</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>Helles Design</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>Dunkles Design</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größerer Text</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinerer Text</translation>
    </message>
    <message>
        <source>Text in its normal size</source>
        <translation>Text in normaler Größe</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Search all commands</source>
        <translation>Alle Befehle durchsuchen</translation>
    </message>
    <message>
        <source>Read what everything means</source>
        <translation>Lesen, was alles bedeutet</translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation>Alle Tasten zeigen</translation>
    </message>
    <message>
        <source>Open the menu</source>
        <translation>Das Menü öffnen</translation>
    </message>
    <message>
        <source>Show the menu bar</source>
        <translation>Die Menüleiste zeigen</translation>
    </message>
    <message>
        <source>Show File, Edit, View, Go, Decide, Run and Help above the page</source>
        <translation>Datei, Bearbeiten, Ansicht, Gehe zu, Entscheiden, Ausführen und Hilfe über der Seite zeigen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Return to the page and the row before</source>
        <translation>Zur vorigen Seite und Zeile zurückkehren</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Go to the notices</source>
        <translation>Zu den Hinweisen</translation>
    </message>
    <message>
        <source>Move the focus to the action of the newest notice</source>
        <translation>Den Fokus auf die Aktion des neuesten Hinweises setzen</translation>
    </message>
    <message>
        <source>Dismiss the notices</source>
        <translation>Die Hinweise schließen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::AboutPage</name>
    <message>
        <source>About Plumbline</source>
        <translation>Über Plumbline</translation>
    </message>
    <message>
        <source>Icon of Plumbline</source>
        <translation>Symbol von Plumbline</translation>
    </message>
    <message>
        <source>Plumbline %1</source>
        <translation>Plumbline %1</translation>
    </message>
    <message>
        <source>Shows whether CI&apos;s benchmark results are still true to their baselines, and lets you put them right. Free software under the GNU General Public License, version 3 or later.</source>
        <translation>Zeigt, ob die Benchmark-Ergebnisse der CI noch zu ihren Baselines passen, und lässt Sie sie in Ordnung bringen. Freie Software unter der GNU General Public License, Version 3 oder später.</translation>
    </message>
    <message>
        <source>System information and licences</source>
        <translation>Systemangaben und Lizenzen</translation>
    </message>
    <message>
        <source>Copy system information</source>
        <translation>Systemangaben kopieren</translation>
    </message>
    <message>
        <source>Put versions, system and folders on the clipboard, for a report of an error</source>
        <translation>Versionen, System und Ordner in die Zwischenablage legen, für eine Fehlermeldung</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>Anzeige</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>Bildschirm</translation>
    </message>
    <message>
        <source>%1 x %2, scale %3</source>
        <translation>%1 x %2, Skalierung %3</translation>
    </message>
    <message>
        <source>The system information is on the clipboard</source>
        <translation>Die Systemangaben sind in der Zwischenablage</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::AdviceController</name>
    <message>
        <source>Triage</source>
        <translation>Triage</translation>
    </message>
    <message>
        <source>Show the evidence of the row</source>
        <translation>Belege der Zeile zeigen</translation>
    </message>
    <message>
        <source>What the advice on the row stands on, and what its runs say: counts with their intervals</source>
        <translation>Worauf der Rat zur Zeile beruht und was ihre Läufe sagen: Anzahlen mit ihren Intervallen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::AdviceView</name>
    <message>
        <source>Advice</source>
        <translation>Rat</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Advice: %1</source>
        <translation>Rat: %1</translation>
    </message>
    <message>
        <source>What the advice stands on, and what the runs say: counts with their intervals</source>
        <translation>Worauf der Rat beruht und was die Läufe sagen: Anzahlen mit ihren Intervallen</translation>
    </message>
    <message>
        <source>Reading the runs of the row …</source>
        <translation>Die Läufe der Zeile werden gelesen …</translation>
    </message>
    <message>
        <source>Runs, %1: %2</source>
        <translation>Läufe, %1: %2</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::AlarmSlider</name>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Show where a level moved, with its size and 95 % interval (S)</source>
        <translation>Zeigen, wo sich ein Niveau verschob, mit Größe und 95-%-Intervall (S)</translation>
    </message>
    <message>
        <source>Sensitivity to changes</source>
        <translation>Empfindlichkeit für Änderungen</translation>
    </message>
    <message>
        <source>How often a series that does not change may raise an alarm: right finds smaller changes and raises more of them (comma, full stop)</source>
        <translation>Wie oft eine Reihe ohne Änderung einen Alarm auslösen darf: rechts findet kleinere Änderungen und löst mehr davon aus (Komma, Punkt)</translation>
    </message>
    <message>
        <source>change points are not shown</source>
        <translation>Änderungspunkte sind nicht gezeigt</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::AnswerStrip</name>
    <message>
        <source>The answer of same()</source>
        <translation>Die Antwort von same()</translation>
    </message>
    <message>
        <source>torch&apos;s log</source>
        <translation>Log von torch</translation>
    </message>
    <message>
        <source>Show what torch itself would log (P)</source>
        <translation>Zeigen, was torch selbst ausgeben würde (P)</translation>
    </message>
    <message>
        <source>Copy torch&apos;s log lines</source>
        <translation>Die Logzeilen von torch kopieren</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Show or hide the options of same() (V)</source>
        <translation>Die Optionen von same() zeigen oder verbergen (V)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the answer as Markdown for an issue (Ctrl+Shift+C)</source>
        <translation>Die Antwort als Markdown für ein Issue kopieren (Strg+Umschalt+C)</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Save as Markdown, JSON or text, by the ending of the name (Ctrl+Shift+S)</source>
        <translation>Als Markdown, JSON oder Text speichern, nach der Endung des Namens (Strg+Umschalt+S)</translation>
    </message>
    <message>
        <source>What torch would log</source>
        <translation>Was torch ausgeben würde</translation>
    </message>
    <message>
        <source>torch would log nothing.</source>
        <translation>torch würde nichts ausgeben.</translation>
    </message>
    <message>
        <source>torch&apos;s log %1</source>
        <translation>Log von torch %1</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::AssignForm</name>
    <message>
        <source>as in the job&apos;s name</source>
        <translation>wie im Namen des Jobs</translation>
    </message>
    <message>
        <source>any spelling</source>
        <translation>jede Schreibweise</translation>
    </message>
    <message>
        <source>CUDA or CPU</source>
        <translation>CUDA oder CPU</translation>
    </message>
    <message>
        <source>Assign</source>
        <translation>Zuordnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Assign a file</source>
        <translation>Eine Datei zuordnen</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>ganzer Lauf</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Backend and its variants, as the job is called without its suite: dynamic_inductor</source>
        <translation>Backend und Varianten, wie der Job ohne seine Suite heißt: dynamic_inductor</translation>
    </message>
    <message>
        <source>Suite</source>
        <translation>Suite</translation>
    </message>
    <message>
        <source>The benchmark suite, in any spelling CI uses</source>
        <translation>Die Benchmark-Suite, in jeder Schreibweise, die die CI benutzt</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Training or inference</source>
        <translation>Training oder Inferenz</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>Folder of the baselines: rocm, xpu ...; empty for CUDA and CPU</source>
        <translation>Ordner der Baselines: rocm, xpu ...; leer für CUDA und CPU</translation>
    </message>
    <message>
        <source>Shard</source>
        <translation>Shard</translation>
    </message>
    <message>
        <source>Which part of the run it is; &quot;whole run&quot; when there are no parts</source>
        <translation>Welcher Teil des Laufs es ist; „ganzer Lauf“, wenn es keine Teile gibt</translation>
    </message>
    <message>
        <source>How many parts the run has; taken from the other shards when it is unknown</source>
        <translation>Wie viele Teile der Lauf hat; aus den anderen Shards, wenn es unbekannt ist</translation>
    </message>
    <message>
        <source>Let the file stand for this shard (Enter); U takes it back</source>
        <translation>Die Datei für diesen Shard gelten lassen (Enter); U nimmt es zurück</translation>
    </message>
    <message>
        <source>Close the form (Escape)</source>
        <translation>Das Formular schließen (Escape)</translation>
    </message>
    <message>
        <source>Which config is %1?</source>
        <translation>Welche Config ist %1?</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::BisectForm</name>
    <message>
        <source>New bisection</source>
        <translation>Neue Bisektion</translation>
    </message>
    <message>
        <source>Git repository</source>
        <translation>Git-Repository</translation>
    </message>
    <message>
        <source>folder of the checkout</source>
        <translation>Ordner des Checkouts</translation>
    </message>
    <message>
        <source>Choose the repository</source>
        <translation>Das Repository wählen</translation>
    </message>
    <message>
        <source>Good commit</source>
        <translation>Guter Commit</translation>
    </message>
    <message>
        <source>the older end, believed to be good</source>
        <translation>das ältere Ende, für gut gehalten</translation>
    </message>
    <message>
        <source>Bad commit</source>
        <translation>Schlechter Commit</translation>
    </message>
    <message>
        <source>the later end, believed to be bad</source>
        <translation>das spätere Ende, für schlecht gehalten</translation>
    </message>
    <message>
        <source>Or a file of commits, oldest first, one a line</source>
        <translation>Oder eine Datei mit Commits, die ältesten zuerst, je Zeile einer</translation>
    </message>
    <message>
        <source>in place of a repository</source>
        <translation>anstelle eines Repositorys</translation>
    </message>
    <message>
        <source>Choose the file of commits</source>
        <translation>Die Datei mit Commits wählen</translation>
    </message>
    <message>
        <source>File that keeps the bisection</source>
        <translation>Datei, die die Bisektion festhält</translation>
    </message>
    <message>
        <source>plumbline-bisect.json</source>
        <translation>plumbline-bisect.json</translation>
    </message>
    <message>
        <source>Choose where the bisection is kept</source>
        <translation>Wählen, wo die Bisektion liegt</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Write the file and show the first commit to run (Enter)</source>
        <translation>Die Datei schreiben und den ersten auszuführenden Commit zeigen (Enter)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Back without a new bisection (Esc)</source>
        <translation>Zurück ohne neue Bisektion (Esc)</translation>
    </message>
    <message>
        <source>Bisections (*.json);;All files (*)</source>
        <translation>Bisektionen (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Name the file that keeps the results.</source>
        <translation>Nennen Sie die Datei, die die Ergebnisse festhält.</translation>
    </message>
    <message>
        <source>Name the repository, or a file of commits.</source>
        <translation>Nennen Sie das Repository, oder eine Datei mit Commits.</translation>
    </message>
    <message>
        <source>Name a commit that is good.</source>
        <translation>Nennen Sie einen guten Commit.</translation>
    </message>
    <message>
        <source>Name a later commit that is bad.</source>
        <translation>Nennen Sie einen späteren schlechten Commit.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::BisectModel</name>
    <message>
        <source>good end</source>
        <translation>gutes Ende</translation>
    </message>
    <message>
        <source>bad end</source>
        <translation>schlechtes Ende</translation>
    </message>
    <message>
        <source>▶ run next</source>
        <translation>▶ als Nächstes</translation>
    </message>
    <message>
        <source>▶ run next, %1 times</source>
        <translation>▶ als Nächstes, %1 mal</translation>
    </message>
    <message>
        <source>most probable</source>
        <translation>am wahrscheinlichsten</translation>
    </message>
    <message>
        <source>◆ answer</source>
        <translation>◆ Antwort</translation>
    </message>
    <message>
        <source>%1: first bad with %2; passed %3, failed %4</source>
        <translation>%1: erster schlechter mit %2; bestanden %3, fehlgeschlagen %4</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <source>Oldest first: the good end, those between, the bad end</source>
        <translation>Die ältesten zuerst: das gute Ende, die dazwischen, das schlechte Ende</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Was er ist</translation>
    </message>
    <message>
        <source>An end, the commit to run next, the most probable one</source>
        <translation>Ein Ende, der nächste auszuführende Commit, der wahrscheinlichste</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>Bestanden</translation>
    </message>
    <message>
        <source>Runs that passed</source>
        <translation>Läufe, die bestanden</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Runs that failed</source>
        <translation>Läufe, die fehlschlugen</translation>
    </message>
    <message>
        <source>First bad</source>
        <translation>Erster schlechter</translation>
    </message>
    <message>
        <source>Probability that this commit is the first bad one; of the first commit, that the good end is bad already</source>
        <translation>Wahrscheinlichkeit, dass dieser Commit der erste schlechte ist; beim ersten Commit, dass schon das gute Ende schlecht ist</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::BisectPage</name>
    <message>
        <source>Bisection</source>
        <translation>Bisektion</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open the file of another bisection (O)</source>
        <translation>Die Datei einer anderen Bisektion öffnen (O)</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>Bestanden</translation>
    </message>
    <message>
        <source>A run of the selected commit passed (P)</source>
        <translation>Ein Lauf des gewählten Commits bestand (P)</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>A run of the selected commit failed (F)</source>
        <translation>Ein Lauf des gewählten Commits schlug fehl (F)</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Next commit</source>
        <translation>Nächster Commit</translation>
    </message>
    <message>
        <source>Select the commit to run next (N)</source>
        <translation>Den nächsten auszuführenden Commit wählen (N)</translation>
    </message>
    <message>
        <source>Results, newest first</source>
        <translation>Ergebnisse, die neuesten zuerst</translation>
    </message>
    <message>
        <source>Width of the results</source>
        <translation>Breite der Ergebnisse</translation>
    </message>
    <message>
        <source>No bisection is open</source>
        <translation>Keine Bisektion ist offen</translation>
    </message>
    <message>
        <source>A bisection finds the commit that broke a test which also fails without it: it says what to run next, and how often. Begin one, or open the file of one that a terminal began.</source>
        <translation>Eine Bisektion findet den Commit, der einen Test zerbrach, der auch ohne ihn fehlschlägt: sie sagt, was als Nächstes läuft und wie oft. Beginnen Sie eine, oder öffnen Sie die Datei einer, die ein Terminal begann.</translation>
    </message>
    <message>
        <source>Begin a bisection</source>
        <translation>Eine Bisektion beginnen</translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation>Eine Datei öffnen</translation>
    </message>
    <message>
        <source>%1. %2 ✗ failed</source>
        <translation>%1. %2 ✗ fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1. %2 ✓ passed</source>
        <translation>%1. %2 ✓ bestanden</translation>
    </message>
    <message>
        <source>%1, end tested again</source>
        <translation>%1, Ende erneut getestet</translation>
    </message>
    <message>
        <source>! %1</source>
        <translation>! %1</translation>
    </message>
    <message>
        <source>The bisection cannot be opened</source>
        <translation>Die Bisektion lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>Open a bisection</source>
        <translation>Eine Bisektion öffnen</translation>
    </message>
    <message>
        <source>Bisections (*.json);;All files (*)</source>
        <translation>Bisektionen (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Copied: put your test in the place of ./test.sh; exit status 0 is a pass</source>
        <translation>Kopiert: setzen Sie Ihren Test anstelle von ./test.sh; Exit-Status 0 heißt bestanden</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <source>commits</source>
        <translation>Commits</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Report: the commit passed</source>
        <translation>Melden: der Commit bestand</translation>
    </message>
    <message>
        <source>A run of the selected commit passed</source>
        <translation>Ein Lauf des gewählten Commits bestand</translation>
    </message>
    <message>
        <source>Report: the commit failed</source>
        <translation>Melden: der Commit schlug fehl</translation>
    </message>
    <message>
        <source>A run of the selected commit failed</source>
        <translation>Ein Lauf des gewählten Commits schlug fehl</translation>
    </message>
    <message>
        <source>Take the newest result back</source>
        <translation>Das neueste Ergebnis zurücknehmen</translation>
    </message>
    <message>
        <source>Remove the newest result from the bisection</source>
        <translation>Das neueste Ergebnis aus der Bisektion entfernen</translation>
    </message>
    <message>
        <source>Go to the next commit to run</source>
        <translation>Zum nächsten auszuführenden Commit gehen</translation>
    </message>
    <message>
        <source>Select the commit to run next, or the answer</source>
        <translation>Den nächsten auszuführenden Commit wählen, oder die Antwort</translation>
    </message>
    <message>
        <source>Copy the command of the bisection</source>
        <translation>Den Befehl der Bisektion kopieren</translation>
    </message>
    <message>
        <source>Copy the command that goes on with this bisection in a terminal</source>
        <translation>Den Befehl kopieren, der diese Bisektion in einem Terminal weiterführt</translation>
    </message>
    <message>
        <source>Choose a repository and its two ends, or a file of commits</source>
        <translation>Ein Repository und seine beiden Enden wählen, oder eine Datei mit Commits</translation>
    </message>
    <message>
        <source>Open the file of a bisection</source>
        <translation>Die Datei einer Bisektion öffnen</translation>
    </message>
    <message>
        <source>Begin a new bisection (Ins)</source>
        <translation>Eine neue Bisektion beginnen (Einfg)</translation>
    </message>
    <message>
        <source>Copy the command that goes on with this bisection in a terminal (Y)</source>
        <translation>Den Befehl kopieren, der diese Bisektion in einem Terminal weiterführt (Y)</translation>
    </message>
    <message>
        <source>Take the newest result back (U)</source>
        <translation>Das neueste Ergebnis zurücknehmen (U)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::BisectTable</name>
    <message>
        <source>Commits of the bisection</source>
        <translation>Commits der Bisektion</translation>
    </message>
    <message>
        <source>Columns of the bisection</source>
        <translation>Spalten der Bisektion</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::CausesModel</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>only here</source>
        <translation>nur hier</translation>
    </message>
    <message>
        <source>other config</source>
        <translation>andere Config</translation>
    </message>
    <message>
        <source>other configs</source>
        <translation>andere Configs</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Elsewhere</source>
        <translation>Anderswo</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::CausesTable</name>
    <message>
        <source>Causes of the current config</source>
        <translation>Ursachen der aktuellen Config</translation>
    </message>
    <message>
        <source>Enter or a double click opens the table at the first of these models</source>
        <translation>Enter oder ein Doppelklick öffnet die Tabelle beim ersten dieser Modelle</translation>
    </message>
    <message>
        <source>Columns of the causes</source>
        <translation>Spalten der Ursachen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::CellPanel</name>
    <message>
        <source>Commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <source>Show the commit of the chosen run or move in the browser (L)</source>
        <translation>Den Commit des gewählten Laufs oder der Änderung im Browser zeigen (L)</translation>
    </message>
    <message>
        <source>Pull request</source>
        <translation>Pull Request</translation>
    </message>
    <message>
        <source>Show the pull request that moved the baseline in the browser (P)</source>
        <translation>Den Pull Request, der die Baseline änderte, im Browser zeigen (P)</translation>
    </message>
    <message>
        <source>The model over its runs</source>
        <translation>Das Modell über seine Läufe</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Metrik</translation>
    </message>
    <message>
        <source>Which values the chart shows (T for the next)</source>
        <translation>Welche Werte das Diagramm zeigt (T für die nächste)</translation>
    </message>
    <message>
        <source>Chart of the runs</source>
        <translation>Diagramm der Läufe</translation>
    </message>
    <message>
        <source>Baseline of %1: %2</source>
        <translation>Baseline von %1: %2</translation>
    </message>
    <message>
        <source>No history of its baseline is known</source>
        <translation>Kein Verlauf seiner Baseline ist bekannt</translation>
    </message>
    <message>
        <source>The baseline of %1 has not moved</source>
        <translation>Die Baseline von %1 hat sich nicht bewegt</translation>
    </message>
    <message>
        <source>Point at a mark or use the arrow keys: its run stands here. Wheel or drag zooms.</source>
        <translation>Zeigen Sie auf eine Marke oder benutzen Sie die Pfeiltasten: ihr Lauf steht hier. Rad oder Ziehen vergrößert.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ChannelView</name>
    <message>
        <source>Point at a channel, or walk along them with the arrow keys</source>
        <translation>Zeigen Sie auf einen Kanal, oder gehen Sie sie mit den Pfeiltasten durch</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Axis of the channels</source>
        <translation>Achse der Kanäle</translation>
    </message>
    <message>
        <source>The axis whose indices are the channels</source>
        <translation>Die Achse, deren Indizes die Kanäle sind</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>What the height of a bar means</source>
        <translation>Was die Höhe eines Balkens bedeutet</translation>
    </message>
    <message>
        <source>Order of the channels</source>
        <translation>Reihenfolge der Kanäle</translation>
    </message>
    <message>
        <source>By index, or largest error first (Shift+O)</source>
        <translation>Nach Index, oder größter Fehler zuerst (Umschalt+O)</translation>
    </message>
    <message>
        <source>Errors per channel</source>
        <translation>Fehler je Kanal</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>Größter Fehler</translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>Outside tolerance</source>
        <translation>Außerhalb der Toleranz</translation>
    </message>
    <message>
        <source>By channel</source>
        <translation>Nach Kanal</translation>
    </message>
    <message>
        <source>By error</source>
        <translation>Nach Fehler</translation>
    </message>
    <message>
        <source>A single number has no channels.</source>
        <translation>Eine einzelne Zahl hat keine Kanäle.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ChartBar</name>
    <message>
        <source>Earlier models (Page Up)</source>
        <translation>Frühere Modelle (Bild auf)</translation>
    </message>
    <message>
        <source>Further models (Page Down)</source>
        <translation>Weitere Modelle (Bild ab)</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Metrik</translation>
    </message>
    <message>
        <source>What is drawn</source>
        <translation>Was gezeichnet wird</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Which models come first (O)</source>
        <translation>Welche Modelle zuerst kommen (O)</translation>
    </message>
    <message>
        <source>Worst first</source>
        <translation>Schlechteste zuerst</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>Beste zuerst</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>As in the file</source>
        <translation>Wie in der Datei</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Peaks of eager and compiled runs in place of the ratio (P)</source>
        <translation>Spitzen der Läufe mit Eager und kompiliert statt des Verhältnisses (P)</translation>
    </message>
    <message>
        <source>Only this model beside the mean, or the biggest movers (L)</source>
        <translation>Nur dieses Modell neben dem Mittel, oder die größten Veränderungen (L)</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All models at once (A)</source>
        <translation>Alle Modelle auf einmal (A)</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>Nur %1</translation>
    </message>
    <message>
        <source>%1–%2 of %3</source>
        <translation>%1–%2 von %3</translation>
    </message>
    <message>
        <source>%1–%1 of %1</source>
        <translation>%1–%1 von %1</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ChartExporter</name>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Save the chart as PNG</source>
        <translation>Das Diagramm als PNG speichern</translation>
    </message>
    <message>
        <source>PNG pictures (*.png);;All files (*)</source>
        <translation>PNG-Bilder (*.png);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the chart as SVG</source>
        <translation>Das Diagramm als SVG speichern</translation>
    </message>
    <message>
        <source>SVG drawings (*.svg);;All files (*)</source>
        <translation>SVG-Zeichnungen (*.svg);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the data as CSV</source>
        <translation>Die Daten als CSV speichern</translation>
    </message>
    <message>
        <source>The chart is in the clipboard</source>
        <translation>Das Diagramm ist in der Zwischenablage</translation>
    </message>
    <message>
        <source>%1 rows are in the clipboard</source>
        <translation>%1 Zeilen sind in der Zwischenablage</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ChartLegend</name>
    <message>
        <source>WORSE</source>
        <translation>SCHLECHTER</translation>
    </message>
    <message>
        <source>BETTER</source>
        <translation>BESSER</translation>
    </message>
    <message>
        <source>Worse</source>
        <translation>Schlechter</translation>
    </message>
    <message>
        <source>Better</source>
        <translation>Besser</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ChartPane</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>axis %1 (%2)</source>
        <translation>Achse %1 (%2)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ChartsPage</name>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save or copy the chart and its data</source>
        <translation>Das Diagramm und seine Daten speichern oder kopieren</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Whole chart</source>
        <translation>Ganzes Diagramm</translation>
    </message>
    <message>
        <source>Back from the zoom to the whole chart (0)</source>
        <translation>Aus der Vergrößerung zurück zum ganzen Diagramm (0)</translation>
    </message>
    <message>
        <source>Point at a mark or use the arrow keys: its numbers stand here. Wheel or drag zooms.</source>
        <translation>Zeigen Sie auf eine Marke oder benutzen Sie die Pfeiltasten: ihre Zahlen stehen hier. Rad oder Ziehen vergrößert.</translation>
    </message>
    <message>
        <source>Nothing to draw</source>
        <translation>Nichts zu zeichnen</translation>
    </message>
    <message>
        <source>%1 of %2 models</source>
        <translation>%1 von %2 Modellen</translation>
    </message>
    <message>
        <source>%1 models</source>
        <translation>%1 Modelle</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2, %3 marked</source>
        <translation>%1: %2, %3 markiert</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>Dateien öffnen</translation>
    </message>
    <message>
        <source>Choose the runs</source>
        <translation>Die Läufe wählen</translation>
    </message>
    <message>
        <source>Nothing to draw yet</source>
        <translation>Noch nichts zu zeichnen</translation>
    </message>
    <message>
        <source>Charts show two runs, or a run and its baseline. Open them, or choose runs that are open already.</source>
        <translation>Diagramme zeigen zwei Läufe, oder einen Lauf und seine Baseline. Öffnen Sie sie, oder wählen Sie Läufe, die schon offen sind.</translation>
    </message>
    <message>
        <source>Chart: %1</source>
        <translation>Diagramm: %1</translation>
    </message>
    <message>
        <source>Show the chart: %1</source>
        <translation>Das Diagramm zeigen: %1</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Closer, around the current mark (also: wheel, or drag a rectangle)</source>
        <translation>Näher, um die aktuelle Marke (auch: Rad, oder ein Rechteck ziehen)</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Further away</source>
        <translation>Weiter weg</translation>
    </message>
    <message>
        <source>Back from the zoom; Shift and the arrows move what is shown</source>
        <translation>Zurück aus der Vergrößerung; Umschalt und die Pfeile verschieben den Ausschnitt</translation>
    </message>
    <message>
        <source>Open the model&apos;s row</source>
        <translation>Die Zeile des Modells öffnen</translation>
    </message>
    <message>
        <source>The row of the current mark in the table (Enter on a mark)</source>
        <translation>Die Zeile der aktuellen Marke in der Tabelle (Enter auf einer Marke)</translation>
    </message>
    <message>
        <source>Further models</source>
        <translation>Weitere Modelle</translation>
    </message>
    <message>
        <source>The next page of models (Page Down in the chart)</source>
        <translation>Die nächste Seite von Modellen (Bild ab im Diagramm)</translation>
    </message>
    <message>
        <source>Earlier models</source>
        <translation>Frühere Modelle</translation>
    </message>
    <message>
        <source>The page of models before (Page Up in the chart)</source>
        <translation>Die vorige Seite von Modellen (Bild auf im Diagramm)</translation>
    </message>
    <message>
        <source>All models at once</source>
        <translation>Alle Modelle auf einmal</translation>
    </message>
    <message>
        <source>All models in one chart, or a page of them</source>
        <translation>Alle Modelle in einem Diagramm, oder eine Seite davon</translation>
    </message>
    <message>
        <source>Next order</source>
        <translation>Nächste Reihenfolge</translation>
    </message>
    <message>
        <source>Worst first, best first, by name, as in the file</source>
        <translation>Schlechteste zuerst, beste zuerst, nach Namen, wie in der Datei</translation>
    </message>
    <message>
        <source>Choose the metric</source>
        <translation>Die Metrik wählen</translation>
    </message>
    <message>
        <source>What the chart is drawn of</source>
        <translation>Woraus das Diagramm gezeichnet wird</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Peaks of eager and compiled runs in place of the ratio</source>
        <translation>Spitzen der Läufe mit Eager und kompiliert statt des Verhältnisses</translation>
    </message>
    <message>
        <source>Only this model</source>
        <translation>Nur dieses Modell</translation>
    </message>
    <message>
        <source>The trend of the current model beside the mean, or the biggest movers</source>
        <translation>Der Trend des aktuellen Modells neben dem Mittel, oder die größten Veränderungen</translation>
    </message>
    <message>
        <source>Which runs are held beside each other</source>
        <translation>Welche Läufe nebeneinander stehen</translation>
    </message>
    <message>
        <source>Save the chart as PNG</source>
        <translation>Das Diagramm als PNG speichern</translation>
    </message>
    <message>
        <source>The chart as a picture, with title and legend</source>
        <translation>Das Diagramm als Bild, mit Titel und Legende</translation>
    </message>
    <message>
        <source>Save the chart as SVG</source>
        <translation>Das Diagramm als SVG speichern</translation>
    </message>
    <message>
        <source>The chart as a drawing that stays sharp at any size</source>
        <translation>Das Diagramm als Zeichnung, die in jeder Größe scharf bleibt</translation>
    </message>
    <message>
        <source>Save the data as CSV</source>
        <translation>Die Daten als CSV speichern</translation>
    </message>
    <message>
        <source>The numbers behind the chart, of all models</source>
        <translation>Die Zahlen hinter dem Diagramm, von allen Modellen</translation>
    </message>
    <message>
        <source>Copy the chart</source>
        <translation>Das Diagramm kopieren</translation>
    </message>
    <message>
        <source>The chart as a picture, for the clipboard</source>
        <translation>Das Diagramm als Bild, für die Zwischenablage</translation>
    </message>
    <message>
        <source>Copy the data as CSV</source>
        <translation>Die Daten als CSV kopieren</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>The chart of %1 models is being made.</source>
        <translation>Das Diagramm von %1 Modellen entsteht.</translation>
    </message>
    <message>
        <source>The chart was not made: cancelled</source>
        <translation>Das Diagramm ist nicht entstanden: abgebrochen</translation>
    </message>
    <message>
        <source>Change points</source>
        <translation>Änderungspunkte</translation>
    </message>
    <message>
        <source>Show where a level moved, with its size and 95 % interval</source>
        <translation>Zeigen, wo sich ein Niveau verschob, mit Größe und 95-%-Intervall</translation>
    </message>
    <message>
        <source>More change points</source>
        <translation>Mehr Änderungspunkte</translation>
    </message>
    <message>
        <source>Find smaller changes, with more false alarms</source>
        <translation>Kleinere Änderungen finden, mit mehr falschen Alarmen</translation>
    </message>
    <message>
        <source>Fewer change points</source>
        <translation>Weniger Änderungspunkte</translation>
    </message>
    <message>
        <source>Find larger changes alone, with fewer false alarms</source>
        <translation>Nur größere Änderungen finden, mit weniger falschen Alarmen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ClassChip</name>
    <message>
        <source>Show only %1 (%2)</source>
        <translation>Nur %1 zeigen (%2)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::CommandModel</name>
    <message>
        <source>%1, key %2</source>
        <translation>%1, Taste %2</translation>
    </message>
    <message>
        <source>not possible just now</source>
        <translation>gerade nicht möglich</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::CommandPalette</name>
    <message>
        <source>No command matches</source>
        <translation>Kein Befehl passt</translation>
    </message>
    <message>
        <source>Command search</source>
        <translation>Befehlssuche</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>Schreiben Sie, was Sie tun wollen</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>close exit leave</source>
        <translation>schließen verlassen beenden</translation>
    </message>
    <message>
        <source>preferences options</source>
        <translation>Voreinstellungen Optionen</translation>
    </message>
    <message>
        <source>shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>blame earlier runs</source>
        <translation>blame frühere Läufe</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::CommandPanel</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Put the commands on the clipboard (Ctrl+Shift+C)</source>
        <translation>Die Befehle in die Zwischenablage legen (Strg+Umschalt+C)</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Commands that run this model as CI does</source>
        <translation>Befehle, die dieses Modell wie die CI ausführen</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Choose a config to see how CI runs it</source>
        <translation>Wählen Sie eine Config, um zu sehen, wie die CI sie ausführt</translation>
    </message>
    <message>
        <source>As CI runs it: %1</source>
        <translation>Wie die CI es ausführt: %1</translation>
    </message>
    <message>
        <source>As CI runs it: %1. %2</source>
        <translation>Wie die CI es ausführt: %1. %2</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::CommitHeader</name>
    <message>
        <source>no commit named</source>
        <translation>kein Commit genannt</translation>
    </message>
    <message>
        <source>commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <source>Commit on show</source>
        <translation>Gezeigter Commit</translation>
    </message>
    <message>
        <source>rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Rule set for the commit</source>
        <translation>Regelsatz für den Commit</translation>
    </message>
    <message>
        <source>Opened sources and rules</source>
        <translation>Geöffnete Quellen und Regeln</translation>
    </message>
    <message>
        <source>Which of the opened commits is shown: %1</source>
        <translation>Welcher der geöffneten Commits gezeigt wird: %1</translation>
    </message>
    <message>
        <source>No commit is open</source>
        <translation>Kein Commit ist geöffnet</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::CommitPanel</name>
    <message>
        <source>Commit &amp;message</source>
        <translation>Commit-&amp;Nachricht</translation>
    </message>
    <message>
        <source>Hand over</source>
        <translation>Übergeben</translation>
    </message>
    <message>
        <source>Commit message</source>
        <translation>Commit-Nachricht</translation>
    </message>
    <message>
        <source>What is decided appears here as a proposal.</source>
        <translation>Was entschieden ist, erscheint hier als Vorschlag.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Write all edited files (Ctrl+S)</source>
        <translation>Alle geänderten Dateien schreiben (Strg+S)</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <source>Save, and commit these files with git (Ctrl+Enter). The hooks of the repository run; nothing is pushed, and other changes stay out.</source>
        <translation>Speichern und diese Dateien mit git committen (Strg+Enter). Die Hooks des Repositorys laufen; nichts wird gepusht, andere Änderungen bleiben draußen.</translation>
    </message>
    <message>
        <source>Export patch…</source>
        <translation>Patch exportieren…</translation>
    </message>
    <message>
        <source>Write one patch for git apply, without saving</source>
        <translation>Einen Patch für git apply schreiben, ohne zu speichern</translation>
    </message>
    <message>
        <source>Copy patch</source>
        <translation>Patch kopieren</translation>
    </message>
    <message>
        <source>Put the patch on the clipboard</source>
        <translation>Den Patch in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Put the commit message on the clipboard</source>
        <translation>Die Commit-Nachricht in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>Propose again</source>
        <translation>Neu vorschlagen</translation>
    </message>
    <message>
        <source>Replace what was typed by a new proposal</source>
        <translation>Was geschrieben wurde, durch einen neuen Vorschlag ersetzen</translation>
    </message>
    <message>
        <source>first line: %1 of %2 characters</source>
        <translation>erste Zeile: %1 von %2 Zeichen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::CommitRunner</name>
    <message>
        <source>git is running: cancel it, or close the window when it has ended</source>
        <translation>git läuft: brechen Sie es ab, oder schließen Sie das Fenster, wenn es zu Ende ist</translation>
    </message>
    <message>
        <source>git is taking the commit back.</source>
        <translation>git nimmt den Commit zurück.</translation>
    </message>
    <message>
        <source>git is being stopped.</source>
        <translation>git wird beendet.</translation>
    </message>
    <message>
        <source>git commit is running, with the hooks of the repository.</source>
        <translation>git commit läuft, mit den Hooks des Repositorys.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>git was stopped; the files are saved.</source>
        <translation>git wurde beendet; die Dateien sind gespeichert.</translation>
    </message>
    <message>
        <source>Undo the commit</source>
        <translation>Den Commit zurücknehmen</translation>
    </message>
    <message>
        <source>Commit again</source>
        <translation>Noch einmal committen</translation>
    </message>
    <message>
        <source>Leave uncommitted</source>
        <translation>Ohne Commit lassen</translation>
    </message>
    <message>
        <source>The commit was taken back; its files are as they were, and staged.</source>
        <translation>Der Commit wurde zurückgenommen; seine Dateien sind, wie sie waren, und vorgemerkt.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::CompareBar</name>
    <message>
        <source>Filter: model</source>
        <translation>Filter: Modell</translation>
    </message>
    <message>
        <source>Words that must all occur in a model&apos;s name (/)</source>
        <translation>Wörter, die alle im Namen eines Modells vorkommen (/)</translation>
    </message>
    <message>
        <source>Show every row (0)</source>
        <translation>Jede Zeile zeigen (0)</translation>
    </message>
    <message>
        <source>Show only these (%1). %2</source>
        <translation>Nur diese zeigen (%1). %2</translation>
    </message>
    <message>
        <source>Ratio hides</source>
        <translation>Verhältnis verdeckt</translation>
    </message>
    <message>
        <source>Speedup stayed while eager and compiled latency both moved: the machine changed, not the compiler (Y)</source>
        <translation>Der Speedup blieb, während die Latenzen von Eager und kompiliert sich beide bewegten: der Rechner änderte sich, nicht der Compiler (Y)</translation>
    </message>
    <message>
        <source>Hide models that stayed as they were; those that turn over or have an alarm stay (U)</source>
        <translation>Modelle verbergen, die gleich blieben; solche, die kippen oder einen Alarm haben, bleiben (U)</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>models</source>
        <translation>Modelle</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::CompareModel</name>
    <message>
        <source>%1, turns over with these thresholds</source>
        <translation>%1, kippt mit diesen Schwellen</translation>
    </message>
    <message>
        <source>%1, the ratio hides what moved</source>
        <translation>%1, das Verhältnis verdeckt, was sich bewegte</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ComparePage</name>
    <message>
        <source>Report saved to %1</source>
        <translation>Bericht in %1 gespeichert</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Vorher und nachher</translation>
    </message>
    <message>
        <source>No run is chosen</source>
        <translation>Kein Lauf ist gewählt</translation>
    </message>
    <message>
        <source>Open an actual and an expected file, and the two are compared here. Or open up to six runs: CSV, JSON, logs, folders or zips of results.</source>
        <translation>Öffnen Sie eine tatsächliche und eine erwartete Datei, und beide werden hier verglichen. Oder öffnen Sie bis zu sechs Läufe: CSV, JSON, Logs, Ordner oder Zips mit Ergebnissen.</translation>
    </message>
    <message>
        <source>Open runs</source>
        <translation>Läufe öffnen</translation>
    </message>
    <message>
        <source>Open a pair</source>
        <translation>Ein Paar öffnen</translation>
    </message>
    <message>
        <source>1 row copied</source>
        <translation>1 Zeile kopiert</translation>
    </message>
    <message>
        <source>%1 rows copied</source>
        <translation>%1 Zeilen kopiert</translation>
    </message>
    <message>
        <source>Show every model</source>
        <translation>Jedes Modell zeigen</translation>
    </message>
    <message>
        <source>There is no model</source>
        <translation>Es gibt kein Modell</translation>
    </message>
    <message>
        <source>None of the runs has a row.</source>
        <translation>Keiner der Läufe hat eine Zeile.</translation>
    </message>
    <message>
        <source>Nothing moved</source>
        <translation>Nichts bewegte sich</translation>
    </message>
    <message>
        <source>The model stayed as it was, within the thresholds.</source>
        <translation>Das Modell blieb, wie es war, innerhalb der Schwellen.</translation>
    </message>
    <message>
        <source>All %1 models stayed as they were, within the thresholds.</source>
        <translation>Alle %1 Modelle blieben, wie sie waren, innerhalb der Schwellen.</translation>
    </message>
    <message>
        <source>No model matches</source>
        <translation>Kein Modell passt</translation>
    </message>
    <message>
        <source>The filter leaves none of %1 models.</source>
        <translation>Der Filter lässt keines von %1 Modellen übrig.</translation>
    </message>
    <message>
        <source>One run is open. Add another one to see what moved.</source>
        <translation>Ein Lauf ist offen. Fügen Sie einen weiteren hinzu, um zu sehen, was sich bewegte.</translation>
    </message>
    <message>
        <source>Stayed as it was, within the thresholds.</source>
        <translation>Blieb, wie es war, innerhalb der Schwellen.</translation>
    </message>
    <message>
        <source>No model is chosen.</source>
        <translation>Kein Modell ist gewählt.</translation>
    </message>
    <message>
        <source>No model further down moved</source>
        <translation>Weiter unten bewegte sich kein Modell</translation>
    </message>
    <message>
        <source>No model further up moved</source>
        <translation>Weiter oben bewegte sich kein Modell</translation>
    </message>
    <message>
        <source>Results (*.csv *.json *.zip *.log *.txt);;All files (*)</source>
        <translation>Ergebnisse (*.csv *.json *.zip *.log *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>Den Vergleich speichern</translation>
    </message>
    <message>
        <source>Reports (*.md *.html *.csv *.json *.txt);;Markdown (*.md);;HTML (*.html);;CSV (*.csv);;JSON (*.json);;Text (*.txt)</source>
        <translation>Berichte (*.md *.html *.csv *.json *.txt);;Markdown (*.md);;HTML (*.html);;CSV (*.csv);;JSON (*.json);;Text (*.txt)</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>%1 worse, %2 better beyond the thresholds</source>
        <translation>%1 schlechter, %2 besser über die Schwellen hinaus</translation>
    </message>
    <message>
        <source>Next model that moved</source>
        <translation>Nächstes verändertes Modell</translation>
    </message>
    <message>
        <source>Go to the next model that moved</source>
        <translation>Zum nächsten Modell gehen, das sich bewegte</translation>
    </message>
    <message>
        <source>Previous model that moved</source>
        <translation>Voriges verändertes Modell</translation>
    </message>
    <message>
        <source>Go back to the previous model that moved</source>
        <translation>Zum vorigen Modell zurückgehen, das sich bewegte</translation>
    </message>
    <message>
        <source>Open the model in triage</source>
        <translation>Das Modell in der Triage öffnen</translation>
    </message>
    <message>
        <source>Show the model&apos;s row in triage (Enter in the table)</source>
        <translation>Die Zeile des Modells in der Triage zeigen (Enter in der Tabelle)</translation>
    </message>
    <message>
        <source>Show the model in the charts</source>
        <translation>Das Modell in den Diagrammen zeigen</translation>
    </message>
    <message>
        <source>Show the model&apos;s mark in the charts (C)</source>
        <translation>Die Marke des Modells in den Diagrammen zeigen (C)</translation>
    </message>
    <message>
        <source>Add a run</source>
        <translation>Einen Lauf hinzufügen</translation>
    </message>
    <message>
        <source>Hold one more run beside these: of what is open, or from files</source>
        <translation>Einen weiteren Lauf daneben stellen: von dem, was offen ist, oder aus Dateien</translation>
    </message>
    <message>
        <source>Open files as runs</source>
        <translation>Dateien als Läufe öffnen</translation>
    </message>
    <message>
        <source>Read files, folders or zips as further runs, up to six in all</source>
        <translation>Dateien, Ordner oder Zips als weitere Läufe lesen, bis zu sechs zusammen</translation>
    </message>
    <message>
        <source>Exchange before and after</source>
        <translation>Vorher und nachher tauschen</translation>
    </message>
    <message>
        <source>Look at the change the other way round</source>
        <translation>Die Änderung andersherum ansehen</translation>
    </message>
    <message>
        <source>Follow the pair on screen</source>
        <translation>Dem gezeigten Paar folgen</translation>
    </message>
    <message>
        <source>Compare actual with baseline of whatever pair is on screen</source>
        <translation>Den tatsächlichen Lauf mit der Baseline des jeweils gezeigten Paars vergleichen</translation>
    </message>
    <message>
        <source>Go to the thresholds</source>
        <translation>Zu den Schwellen</translation>
    </message>
    <message>
        <source>Put the keyboard on the first threshold (Escape leads back)</source>
        <translation>Die Tastatur auf die erste Schwelle setzen (Escape führt zurück)</translation>
    </message>
    <message>
        <source>Show the thresholds</source>
        <translation>Die Schwellen zeigen</translation>
    </message>
    <message>
        <source>Show or hide the thresholds beside the table</source>
        <translation>Die Schwellen neben der Tabelle zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Back to HUD&apos;s thresholds</source>
        <translation>Zurück zu den Schwellen von HUD</translation>
    </message>
    <message>
        <source>Take every change of a threshold back</source>
        <translation>Jede Änderung einer Schwelle zurücknehmen</translation>
    </message>
    <message>
        <source>Take back the last change of a threshold</source>
        <translation>Die letzte Änderung einer Schwelle zurücknehmen</translation>
    </message>
    <message>
        <source>One step back, also from HUD&apos;s thresholds</source>
        <translation>Einen Schritt zurück, auch von den Schwellen von HUD</translation>
    </message>
    <message>
        <source>Show the summary</source>
        <translation>Die Zusammenfassung zeigen</translation>
    </message>
    <message>
        <source>Show or hide the numbers above the table</source>
        <translation>Die Zahlen über der Tabelle zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Save the comparison as a report</source>
        <translation>Den Vergleich als Bericht speichern</translation>
    </message>
    <message>
        <source>Markdown, HTML, CSV, JSON or text, by the ending of the name</source>
        <translation>Markdown, HTML, CSV, JSON oder Text, nach der Endung des Namens</translation>
    </message>
    <message>
        <source>Filter the models</source>
        <translation>Die Modelle filtern</translation>
    </message>
    <message>
        <source>Words in a model&apos;s name</source>
        <translation>Wörter im Namen eines Modells</translation>
    </message>
    <message>
        <source>Only: %1</source>
        <translation>Nur: %1</translation>
    </message>
    <message>
        <source>Only: the ratio hides what moved</source>
        <translation>Nur: das Verhältnis verdeckt, was sich bewegte</translation>
    </message>
    <message>
        <source>Speedup stayed while eager and compiled latency both moved</source>
        <translation>Der Speedup blieb, während die Latenzen von Eager und kompiliert sich beide bewegten</translation>
    </message>
    <message>
        <source>Only: rows that turn over</source>
        <translation>Nur: Zeilen, die kippen</translation>
    </message>
    <message>
        <source>Rows that are judged otherwise than with HUD&apos;s thresholds</source>
        <translation>Zeilen, die anders beurteilt werden als mit den Schwellen von HUD</translation>
    </message>
    <message>
        <source>Changed only</source>
        <translation>Nur Geändertes</translation>
    </message>
    <message>
        <source>Hide models that stayed as they were</source>
        <translation>Modelle verbergen, die gleich blieben</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Den Filter leeren</translation>
    </message>
    <message>
        <source>Copy the rows</source>
        <translation>Die Zeilen kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows as tab-separated text, every number in a cell of its own</source>
        <translation>Die gewählten Zeilen als Text mit Tabulatoren kopieren, jede Zahl in einer eigenen Zelle</translation>
    </message>
    <message>
        <source>Copy the rows as Markdown</source>
        <translation>Die Zeilen als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows as a Markdown table for an issue</source>
        <translation>Die gewählten Zeilen als Markdown-Tabelle für ein Issue kopieren</translation>
    </message>
    <message>
        <source>Sort by the current column</source>
        <translation>Nach der aktuellen Spalte sortieren</translation>
    </message>
    <message>
        <source>Sort by the column of the current cell (arrow keys move it); once more turns the order round</source>
        <translation>Nach der Spalte der aktuellen Zelle sortieren (Pfeiltasten bewegen sie); noch einmal kehrt die Reihenfolge um</translation>
    </message>
    <message>
        <source>Sort worst first</source>
        <translation>Das Schlechteste zuerst</translation>
    </message>
    <message>
        <source>Back to the default order: worst first, the largest change first</source>
        <translation>Zurück zur Vorgabe: das Schlechteste zuerst, die größte Änderung zuerst</translation>
    </message>
    <message>
        <source>Choose the columns</source>
        <translation>Die Spalten wählen</translation>
    </message>
    <message>
        <source>Show and hide columns</source>
        <translation>Spalten zeigen und verbergen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Next division into repeats</source>
        <translation>Nächste Aufteilung in Wiederholungen</translation>
    </message>
    <message>
        <source>Take the runs in front as repeats of one run and the others as repeats of another: what is within the noise</source>
        <translation>Die vorderen Läufe als Wiederholungen eines Laufs und die übrigen als die eines anderen nehmen: was innerhalb des Rauschens liegt</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::CompareTable</name>
    <message>
        <source>Models before and after</source>
        <translation>Modelle vorher und nachher</translation>
    </message>
    <message>
        <source>Columns of the comparison</source>
        <translation>Spalten des Vergleichs</translation>
    </message>
    <message>
        <source>Sort worst first</source>
        <translation>Das Schlechteste zuerst</translation>
    </message>
    <message>
        <source>Reset the columns</source>
        <translation>Die Spalten zurücksetzen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ConfigCauses</name>
    <message>
        <source>Every row of this config is as its baseline expects.</source>
        <translation>Jede Zeile dieser Config ist, wie ihre Baseline es erwartet.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ConflictBlocksView</name>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>not decided</source>
        <translation>nicht entschieden</translation>
    </message>
    <message>
        <source>ours is taken</source>
        <translation>unsere ist gewählt</translation>
    </message>
    <message>
        <source>theirs is taken</source>
        <translation>ihre ist gewählt</translation>
    </message>
    <message>
        <source>both are taken</source>
        <translation>beide sind gewählt</translation>
    </message>
    <message>
        <source>Conflict %1 of %2, line %3: %4</source>
        <translation>Konflikt %1 von %2, Zeile %3: %4</translation>
    </message>
    <message>
        <source>ours</source>
        <translation>unsere</translation>
    </message>
    <message>
        <source>theirs</source>
        <translation>ihre</translation>
    </message>
    <message>
        <source>(nothing)</source>
        <translation>(nichts)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ConflictView</name>
    <message>
        <source>Conflicts of a file</source>
        <translation>Konflikte einer Datei</translation>
    </message>
    <message>
        <source>Take all ours</source>
        <translation>Alle unsere</translation>
    </message>
    <message>
        <source>Choose our side of every block</source>
        <translation>Unsere Seite jedes Blocks wählen</translation>
    </message>
    <message>
        <source>Take all theirs</source>
        <translation>Alle ihre</translation>
    </message>
    <message>
        <source>Choose their side of every block</source>
        <translation>Ihre Seite jedes Blocks wählen</translation>
    </message>
    <message>
        <source>Leave as it is</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>Change nothing and go back</source>
        <translation>Nichts ändern und zurückgehen</translation>
    </message>
    <message>
        <source>Apply the choices</source>
        <translation>Die Wahl anwenden</translation>
    </message>
    <message>
        <source>Replace the blocks by what was chosen (Enter); can be undone</source>
        <translation>Die Blöcke durch das Gewählte ersetzen (Enter); lässt sich rückgängig machen</translation>
    </message>
    <message>
        <source>%1: %2 of %3 decided. 1 takes ours, 2 theirs, 3 both.</source>
        <translation>%1: %2 von %3 entschieden. 1 nimmt unsere, 2 ihre, 3 beide.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::DecisionController</name>
    <message>
        <source>Accepted</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>Accepted: %1</source>
        <translation>Übernommen: %1</translation>
    </message>
    <message>
        <source>Kept: the baseline stays as it is</source>
        <translation>Behalten: die Baseline bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>Flaky</source>
        <translation>Flaky</translation>
    </message>
    <message>
        <source>%1. Reason: %2</source>
        <translation>%1. Grund: %2</translation>
    </message>
    <message>
        <source>● accepted</source>
        <translation>● übernommen</translation>
    </message>
    <message>
        <source>○ kept</source>
        <translation>○ behalten</translation>
    </message>
    <message>
        <source>≈ flaky</source>
        <translation>≈ flaky</translation>
    </message>
    <message>
        <source>was accepted</source>
        <translation>war übernommen</translation>
    </message>
    <message>
        <source>was kept</source>
        <translation>war behalten</translation>
    </message>
    <message>
        <source>was flaky</source>
        <translation>war flaky</translation>
    </message>
    <message>
        <source>not decided</source>
        <translation>nicht entschieden</translation>
    </message>
    <message>
        <source>no decision needed</source>
        <translation>keine Entscheidung nötig</translation>
    </message>
    <message>
        <source>%1, has a note</source>
        <translation>%1, hat eine Notiz</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>Notiz: %1</translation>
    </message>
    <message>
        <source>Not decided yet: A accepts, X keeps, F marks as flaky</source>
        <translation>Noch nicht entschieden: A übernimmt, X behält, F markiert als flaky</translation>
    </message>
    <message>
        <source>The only one is decided</source>
        <translation>Die einzige ist entschieden</translation>
    </message>
    <message>
        <source>All %1 decided</source>
        <translation>Alle %1 entschieden</translation>
    </message>
    <message>
        <source>%1 of %2 decided</source>
        <translation>%1 von %2 entschieden</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>flaky</source>
        <translation>flaky</translation>
    </message>
    <message>
        <source>A accepts this row; what it writes is not shown before, since the baseline is large.</source>
        <translation>A übernimmt diese Zeile; was es schreibt, wird nicht vorher gezeigt, weil die Baseline groß ist.</translation>
    </message>
    <message>
        <source>A has nothing to write here: X keeps the baseline, F marks the row as flaky.</source>
        <translation>A hat hier nichts zu schreiben: X behält die Baseline, F markiert die Zeile als flaky.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::DecisionFlow</name>
    <message>
        <source>Nothing was decided</source>
        <translation>Nichts wurde entschieden</translation>
    </message>
    <message>
        <source>Why is that right? It goes into the commit message</source>
        <translation>Warum ist das richtig? Es kommt in die Commit-Nachricht</translation>
    </message>
    <message>
        <source>A reason is needed: %1.</source>
        <translation>Ein Grund ist nötig: %1.</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>accepted, guarded rows left out</source>
        <translation>übernommen, geschützte Zeilen ausgelassen</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>Note on %1</source>
        <translation>Notiz zu %1</translation>
    </message>
    <message>
        <source>For later readers; leave empty to remove the note</source>
        <translation>Für spätere Leser; leer lassen, um die Notiz zu entfernen</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>%1: no note</source>
        <translation>%1: keine Notiz</translation>
    </message>
    <message>
        <source>%1: noted</source>
        <translation>%1: notiert</translation>
    </message>
    <message>
        <source>%1, and nothing is left to decide</source>
        <translation>%1, und nichts ist mehr zu entscheiden</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::DecisionQueue</name>
    <message>
        <source>%1 models</source>
        <translation>%1 Modelle</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>model, what was decided</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 rows alike</source>
        <translation>%1 gleichartige Zeilen</translation>
    </message>
    <message>
        <source>All of them keep the baseline as it is.</source>
        <translation>Alle behalten die Baseline, wie sie ist.</translation>
    </message>
    <message>
        <source>Keep %1</source>
        <translation>%1 behalten</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>No row shown is open</source>
        <translation>Keine gezeigte Zeile ist offen</translation>
    </message>
    <message>
        <source>%1 open rows are shown</source>
        <translation>%1 offene Zeilen sind gezeigt</translation>
    </message>
    <message>
        <source>Accept %1</source>
        <translation>%1 übernehmen</translation>
    </message>
    <message>
        <source>Only the %1 without a guard</source>
        <translation>Nur die %1 ohne Schutz</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>No guard is touched: nothing gets worse.</source>
        <translation>Kein Schutz ist berührt: nichts wird schlechter.</translation>
    </message>
    <message>
        <source>Flaky: %1</source>
        <translation>Flaky: %1</translation>
    </message>
    <message>
        <source>marked as flaky</source>
        <translation>als flaky markiert</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::DecisionStrip</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Decide nothing (Esc)</source>
        <translation>Nichts entscheiden (Esc)</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>Notiz: %1</translation>
    </message>
    <message>
        <source>Another answer replaces it.</source>
        <translation>Eine andere Antwort ersetzt sie.</translation>
    </message>
    <message>
        <source>Z takes the last step back.</source>
        <translation>Z nimmt den letzten Schritt zurück.</translation>
    </message>
    <message>
        <source>A accepts: %1</source>
        <translation>A übernimmt: %1</translation>
    </message>
    <message>
        <source>Asks for a reason: %1.</source>
        <translation>Fragt nach einem Grund: %1.</translation>
    </message>
    <message>
        <source>One more row is alike (Shift+A).</source>
        <translation>Eine weitere Zeile ist gleichartig (Umschalt+A).</translation>
    </message>
    <message>
        <source>%1 more rows are alike (Shift+A).</source>
        <translation>%1 weitere Zeilen sind gleichartig (Umschalt+A).</translation>
    </message>
    <message>
        <source>This row needs no decision.</source>
        <translation>Diese Zeile braucht keine Entscheidung.</translation>
    </message>
    <message>
        <source>%1 (Enter)</source>
        <translation>%1 (Enter)</translation>
    </message>
    <message>
        <source>%1 (Ctrl+Enter)</source>
        <translation>%1 (Strg+Enter)</translation>
    </message>
    <message>
        <source>Mark as flaky</source>
        <translation>Als flaky markieren</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::DetailsPanel</name>
    <message>
        <source>This row is hidden by the filter.</source>
        <translation>Diese Zeile ist durch den Filter verborgen.</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>The scripts&apos; own lines</source>
        <translation>Die eigenen Zeilen der Skripte</translation>
    </message>
    <message>
        <source>The scripts&apos; own lines for this model</source>
        <translation>Die eigenen Zeilen der Skripte für dieses Modell</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>Dieses Modell</translation>
    </message>
    <message>
        <source>What CI printed</source>
        <translation>Was die CI ausgab</translation>
    </message>
    <message>
        <source>Siblings</source>
        <translation>Geschwister</translation>
    </message>
    <message>
        <source>Row and check outputs</source>
        <translation>Zeile und Ausgaben der Prüfungen</translation>
    </message>
    <message>
        <source>No model is chosen.</source>
        <translation>Kein Modell ist gewählt.</translation>
    </message>
    <message>
        <source>%1  ·  CI says %2</source>
        <translation>%1  ·  CI sagt %2</translation>
    </message>
    <message>
        <source>Graph breaks and compile phases: %1</source>
        <translation>Graph-Brüche und Phasen des Kompilierens: %1</translation>
    </message>
    <message>
        <source>(the scripts print no line for this model)</source>
        <translation>(die Skripte geben für dieses Modell keine Zeile aus)</translation>
    </message>
    <message>
        <source>History: %1</source>
        <translation>Verlauf: %1</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::DiffView</name>
    <message>
        <source>Changed lines</source>
        <translation>Geänderte Zeilen</translation>
    </message>
    <message>
        <source>Change %1 of %2: %3</source>
        <translation>Änderung %1 von %2: %3</translation>
    </message>
    <message>
        <source>removed %1</source>
        <translation>entfernt %1</translation>
    </message>
    <message>
        <source>added %1</source>
        <translation>hinzugefügt %1</translation>
    </message>
    <message>
        <source>⋯ %1</source>
        <translation>⋯ %1</translation>
    </message>
    <message>
        <source>empty line</source>
        <translation>leere Zeile</translation>
    </message>
    <message>
        <source>empty lines</source>
        <translation>leere Zeilen</translation>
    </message>
    <message>
        <source>unchanged line</source>
        <translation>unveränderte Zeile</translation>
    </message>
    <message>
        <source>unchanged lines</source>
        <translation>unveränderte Zeilen</translation>
    </message>
    <message>
        <source>no line end</source>
        <translation>kein Zeilenende</translation>
    </message>
    <message>
        <source>The answers to these rows change no line of this file.</source>
        <translation>Die Antworten zu diesen Zeilen ändern keine Zeile dieser Datei.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::DropZones</name>
    <message>
        <source>Drop files here</source>
        <translation>Dateien hier ablegen</translation>
    </message>
    <message>
        <source>Drop to open all of it: results, artifact zips and trees of baselines</source>
        <translation>Ablegen, um alles zu öffnen: Ergebnisse, Artefakt-Zips und Bäume von Baselines</translation>
    </message>
    <message>
        <source>Drop both files: their names say which is expected</source>
        <translation>Beide Dateien ablegen: ihre Namen sagen, welche die erwartete ist</translation>
    </message>
    <message>
        <source>actual: what the run produced</source>
        <translation>tatsächlich: was der Lauf erzeugte</translation>
    </message>
    <message>
        <source>expected: the baseline</source>
        <translation>erwartet: die Baseline</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::EditSaver</name>
    <message>
        <source>There is nothing to save</source>
        <translation>Es gibt nichts zu speichern</translation>
    </message>
    <message>
        <source>Checking that the scripts still compile</source>
        <translation>Es wird geprüft, ob sich die Skripte noch übersetzen lassen</translation>
    </message>
    <message>
        <source>Write a commit message first</source>
        <translation>Schreiben Sie zuerst eine Commit-Nachricht</translation>
    </message>
    <message>
        <source>Nothing was saved</source>
        <translation>Nichts wurde gespeichert</translation>
    </message>
    <message>
        <source>%1 Nothing was saved.</source>
        <translation>%1 Nichts wurde gespeichert.</translation>
    </message>
    <message>
        <source>%1 The reasons could not be added to the decision log.</source>
        <translation>%1 Die Gründe ließen sich nicht an das Entscheidungslog anhängen.</translation>
    </message>
    <message>
        <source>Copy the commit message</source>
        <translation>Die Commit-Nachricht kopieren</translation>
    </message>
    <message>
        <source>Message copied</source>
        <translation>Nachricht kopiert</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <source>Saved, but in no git repository: nothing is committed</source>
        <translation>Gespeichert, aber in keinem Git-Repository: nichts ist committet</translation>
    </message>
    <message>
        <source>Export the patch</source>
        <translation>Den Patch exportieren</translation>
    </message>
    <message>
        <source>Patches (*.patch *.diff);;All files (*)</source>
        <translation>Patches (*.patch *.diff);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Patch written to %1</source>
        <translation>Patch in %1 geschrieben</translation>
    </message>
    <message>
        <source>Patch copied</source>
        <translation>Patch kopiert</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::EditStack</name>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Take back the last decision or edit</source>
        <translation>Die letzte Entscheidung oder Änderung zurücknehmen</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Do again what was undone</source>
        <translation>Noch einmal tun, was rückgängig gemacht wurde</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>Wiederholen: %1</translation>
    </message>
    <message>
        <source>Undo with one key</source>
        <translation>Rückgängig mit einer Taste</translation>
    </message>
    <message>
        <source>Redo with one key</source>
        <translation>Wiederholen mit einer Taste</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::EditsPresenter</name>
    <message>
        <source>1 file</source>
        <translation>1 Datei</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>d MMM HH:mm</source>
        <comment>date and time of day</comment>
        <translation>d. MMM HH:mm</translation>
    </message>
    <message>
        <source>Plumbline ended with %1 not saved (%2): %3.</source>
        <translation>Plumbline endete mit %1, nicht gespeichert (%2): %3.</translation>
    </message>
    <message>
        <source>1 decision</source>
        <translation>1 Entscheidung</translation>
    </message>
    <message>
        <source>%1 decisions</source>
        <translation>%1 Entscheidungen</translation>
    </message>
    <message>
        <source>1 edit</source>
        <translation>1 Änderung</translation>
    </message>
    <message>
        <source>%1 edits</source>
        <translation>%1 Änderungen</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>Another Plumbline window has unsaved edits in %1.</source>
        <translation>Ein anderes Plumbline-Fenster hat ungespeicherte Änderungen in %1.</translation>
    </message>
    <message>
        <source>%1
Process %2 holds it. Save or discard there first; the second one to save is asked what to do.</source>
        <translation>%1
Prozess %2 hält sie. Speichern oder verwerfen Sie dort zuerst; wer als zweiter speichert, wird gefragt, was zu tun ist.</translation>
    </message>
    <message>
        <source>%1 was changed on disk while it has unsaved edits. Nothing is overwritten.</source>
        <translation>%1 wurde auf der Platte geändert, während es ungespeicherte Änderungen hat. Nichts wird überschrieben.</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Durchsicht</translation>
    </message>
    <message>
        <source>Review (Ctrl+Shift+E)</source>
        <translation>Durchsicht (Strg+Umschalt+E)</translation>
    </message>
    <message>
        <source>Not saved yet, %1:</source>
        <translation>Noch nicht gespeichert, %1:</translation>
    </message>
    <message>
        <source>Scripts are edited: save them here, where Python checks them.</source>
        <translation>Skripte sind geändert: speichern Sie sie hier, wo Python sie prüft.</translation>
    </message>
    <message>
        <source>Close Plumbline</source>
        <translation>Plumbline schließen</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>Nicht gespeichert: %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Keep for next time</source>
        <translation>Für das nächste Mal behalten</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Unsaved edits of an earlier run cannot be read.</source>
        <translation>Ungespeicherte Änderungen einer früheren Sitzung lassen sich nicht lesen.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore the unsaved edits</source>
        <translation>Die ungespeicherten Änderungen wiederherstellen</translation>
    </message>
    <message>
        <source>One edit does not fit the file as it is now and was left out.</source>
        <translation>Eine Änderung passt nicht zur Datei, wie sie jetzt ist, und wurde ausgelassen.</translation>
    </message>
    <message>
        <source>%1 edits do not fit the files as they are now and were left out.</source>
        <translation>%1 Änderungen passen nicht zu den Dateien, wie sie jetzt sind, und wurden ausgelassen.</translation>
    </message>
    <message>
        <source>Plumbline crashed. The report %1 has the version and the last actions, and nothing of your files.</source>
        <translation>Plumbline ist abgestürzt. Der Bericht %1 enthält die Version und die letzten Aktionen, und nichts aus Ihren Dateien.</translation>
    </message>
    <message>
        <source>Plumbline crashed with %1 not saved (%2). The details name the report and the files.</source>
        <translation>Plumbline ist mit %1, nicht gespeichert (%2), abgestürzt. Die Details nennen den Bericht und die Dateien.</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <comment>edits, decisions</comment>
        <translation>%1 und %2</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::EntryForm</name>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Flaky entry</source>
        <translation>Flaky-Eintrag</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>The name is a pattern</source>
        <translation>Der Name ist ein Muster</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>Config</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Issue</source>
        <translation>Issue</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Zuständig</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>Läuft ab</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>a link or a number</source>
        <translation>ein Link oder eine Nummer</translation>
    </message>
    <message>
        <source>every config</source>
        <translation>jede Config</translation>
    </message>
    <message>
        <source>Why the model may differ; in a check script, the comment beside the name</source>
        <translation>Warum das Modell abweichen darf; in einem Prüfskript der Kommentar neben dem Namen</translation>
    </message>
    <message>
        <source>Link or number of the issue that will end this</source>
        <translation>Link oder Nummer des Issues, das dies beenden wird</translation>
    </message>
    <message>
        <source>Close the form (Escape)</source>
        <translation>Das Formular schließen (Escape)</translation>
    </message>
    <message>
        <source>%1 (new)</source>
        <translation>%1 (neu)</translation>
    </message>
    <message>
        <source>Add an entry</source>
        <translation>Einen Eintrag hinzufügen</translation>
    </message>
    <message>
        <source>Add the entry to the list&apos;s pending text (Enter); Review saves it</source>
        <translation>Den Eintrag in den vorläufigen Text der Liste aufnehmen (Enter); die Durchsicht speichert ihn</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Change the entry in the list&apos;s pending text (Enter); Review saves it</source>
        <translation>Den Eintrag im vorläufigen Text der Liste ändern (Enter); die Durchsicht speichert ihn</translation>
    </message>
    <message>
        <source>* stands for any letters, ? for one</source>
        <translation>* steht für beliebige Zeichen, ? für eines</translation>
    </message>
    <message>
        <source>The check that is excused</source>
        <translation>Die Prüfung, die entschuldigt ist</translation>
    </message>
    <message>
        <source>Who looks after it</source>
        <translation>Wer sich darum kümmert</translation>
    </message>
    <message>
        <source>Last day on which it excuses, as 2026-12-31</source>
        <translation>Letzter Tag, an dem er entschuldigt, als 2026-12-31</translation>
    </message>
    <message>
        <source>A file for which the script has a set of its own</source>
        <translation>Eine Datei, für die das Skript eine eigene Menge hat</translation>
    </message>
    <message>
        <source>File name of the baseline without .csv; * and ? stand for others</source>
        <translation>Dateiname der Baseline ohne .csv; * und ? stehen für andere</translation>
    </message>
    <message>
        <source>rocm: the set that the script adds for ROCm</source>
        <translation>rocm: die Menge, die das Skript für ROCm hinzufügt</translation>
    </message>
    <message>
        <source>The platform of the baseline</source>
        <translation>Die Plattform der Baseline</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::EvidenceButton</name>
    <message>
        <source>Show in the log: </source>
        <translation>Im Log zeigen: </translation>
    </message>
    <message>
        <source>
Show this line in the log (Y)</source>
        <translation>
Diese Zeile im Log zeigen (Y)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::FetchBar</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Offline</translation>
    </message>
    <message>
        <source>Fetch by commit</source>
        <translation>Nach Commit holen</translation>
    </message>
    <message>
        <source>Commit, run or pull request</source>
        <translation>Commit, Lauf oder Pull Request</translation>
    </message>
    <message>
        <source>A commit&apos;s hash, or an address on github.com or hud.pytorch.org (H)</source>
        <translation>Der Hash eines Commits, oder eine Adresse auf github.com oder hud.pytorch.org (H)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Take only what an earlier fetch left in the cache</source>
        <translation>Nur nehmen, was ein früheres Holen im Cache ließ</translation>
    </message>
    <message>
        <source>Progress of the fetch</source>
        <translation>Fortschritt des Holens</translation>
    </message>
    <message>
        <source>GitHub&apos;s limit for its API. GITHUB_TOKEN in the environment, or a token in the desktop&apos;s keyring, raises it from 60 requests an hour to 5,000</source>
        <translation>Grenze von GitHub für seine API. GITHUB_TOKEN in der Umgebung, oder ein Token im Schlüsselbund des Desktops, hebt sie von 60 auf 5.000 Anfragen je Stunde</translation>
    </message>
    <message>
        <source>Asking for the jobs</source>
        <translation>Die Jobs werden erfragt</translation>
    </message>
    <message>
        <source>Stopped; what was received is kept for the next time</source>
        <translation>Angehalten; was empfangen ist, bleibt für das nächste Mal</translation>
    </message>
    <message>
        <source>Stop; what was received is kept for the next time</source>
        <translation>Anhalten; was empfangen ist, bleibt für das nächste Mal</translation>
    </message>
    <message>
        <source>Get the results of all benchmark jobs (Enter)</source>
        <translation>Die Ergebnisse aller Benchmark-Jobs holen (Enter)</translation>
    </message>
    <message>
        <source>%1 of %2 · %3</source>
        <translation>%1 von %2 · %3</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::FetcherPort</name>
    <message>
        <source>Asking the keyring for a token</source>
        <translation>Der Schlüsselbund wird nach einem Token gefragt</translation>
    </message>
    <message>
        <source>no token: 60 requests an hour</source>
        <translation>kein Token: 60 Anfragen je Stunde</translation>
    </message>
    <message>
        <source>token: from the keyring, if there is one</source>
        <translation>Token: aus dem Schlüsselbund, falls es eines gibt</translation>
    </message>
    <message>
        <source>token from %1: 5,000 requests an hour</source>
        <translation>Token aus %1: 5.000 Anfragen je Stunde</translation>
    </message>
    <message>
        <source>token: 5,000 requests an hour</source>
        <translation>Token: 5.000 Anfragen je Stunde</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::FiguresModel</name>
    <message>
        <source>no elements</source>
        <translation>keine Elemente</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>%1 range</source>
        <translation>Bereich von %1</translation>
    </message>
    <message>
        <source>Smallest and largest finite number</source>
        <translation>Kleinste und größte endliche Zahl</translation>
    </message>
    <message>
        <source>none finite</source>
        <translation>keine endlich</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 mean</source>
        <translation>Mittel von %1</translation>
    </message>
    <message>
        <source>Of the finite numbers</source>
        <translation>Der endlichen Zahlen</translation>
    </message>
    <message>
        <source>%1, first at %2</source>
        <translation>%1, zuerst bei %2</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Inf</source>
        <translation>Inf</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>Größter Fehler</translation>
    </message>
    <message>
        <source>|res − %1|</source>
        <translation>|res − %1|</translation>
    </message>
    <message>
        <source>Largest relative</source>
        <translation>Größter relativer</translation>
    </message>
    <message>
        <source>|res − %1| / |%1|</source>
        <translation>|res − %1| / |%1|</translation>
    </message>
    <message>
        <source>Largest ULP</source>
        <translation>Größter ULP</translation>
    </message>
    <message>
        <source>Numbers of the dtype between ref and res</source>
        <translation>Zahlen des dtypes zwischen ref und res</translation>
    </message>
    <message>
        <source>only of one floating dtype</source>
        <translation>nur bei einem einzigen Gleitkomma-dtype</translation>
    </message>
    <message>
        <source>Mean error</source>
        <translation>Mittlerer Fehler</translation>
    </message>
    <message>
        <source>Of the finite errors</source>
        <translation>Der endlichen Fehler</translation>
    </message>
    <message>
        <source>Outside tolerance</source>
        <translation>Außerhalb der Toleranz</translation>
    </message>
    <message>
        <source>Elements that allclose does not have within tol</source>
        <translation>Elemente, die allclose nicht innerhalb von tol hat</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>Of ref and res, in float64</source>
        <translation>Von ref und res, in float64</translation>
    </message>
    <message>
        <source>SQNR</source>
        <translation>SQNR</translation>
    </message>
    <message>
        <source>10 log10 of signal by noise, both squared and summed</source>
        <translation>10 log10 von Signal durch Rauschen, beide quadriert und summiert</translation>
    </message>
    <message>
        <source>RMSE of res</source>
        <translation>RMSE von res</translation>
    </message>
    <message>
        <source>Of res against fp64, as same() computes it</source>
        <translation>Von res gegen fp64, wie same() ihn berechnet</translation>
    </message>
    <message>
        <source>RMSE of ref</source>
        <translation>RMSE von ref</translation>
    </message>
    <message>
        <source>Of ref against fp64, as same() computes it</source>
        <translation>Von ref gegen fp64, wie same() ihn berechnet</translation>
    </message>
    <message>
        <source>Multiplier</source>
        <translation>Multiplikator</translation>
    </message>
    <message>
        <source>How much worse than ref res may be</source>
        <translation>Wie viel schlechter als ref res sein darf</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>Schranke</translation>
    </message>
    <message>
        <source>multiplier × RMSE of ref + tol / 10</source>
        <translation>Multiplikator × RMSE von ref + tol / 10</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>Cosine similarity or intersection over union, as same() computes it</source>
        <translation>Kosinus-Ähnlichkeit oder Schnitt durch Vereinigung, wie same() sie berechnet</translation>
    </message>
    <message>
        <source>Enter goes to the element.</source>
        <translation>Enter geht zum Element.</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::FilterBar</name>
    <message>
        <source>Filter: name, /regex/, graph_breaks&gt;2, flaky:yes</source>
        <translation>Filter: Name, /Regex/, graph_breaks&gt;2, flaky:yes</translation>
    </message>
    <message>
        <source>Part of a name, /regular expression/, metric&gt;value (also &lt; = !=, delta:metric&gt;0, expected:metric&gt;0),
class:fail, finding:lost, flaky:yes, changed:no, suite:torchbench. All words must hold; &quot;-&quot; negates one.</source>
        <translation>Teil eines Namens, /regulärer Ausdruck/, Metrik&gt;Wert (auch &lt; = !=, delta:metric&gt;0, expected:metric&gt;0),
class:fail, finding:lost, flaky:yes, changed:no, suite:torchbench. Alle Wörter müssen gelten; „-“ verneint eines.</translation>
    </message>
    <message>
        <source>Show every row: no class, no text, unchanged rows too (0)</source>
        <translation>Jede Zeile zeigen: keine Klasse, kein Text, auch unveränderte Zeilen (0)</translation>
    </message>
    <message>
        <source>Hide rows that pass or fail as expected, equal their baseline and have no finding of note (U)</source>
        <translation>Zeilen verbergen, die wie erwartet bestehen oder fehlschlagen, ihrer Baseline gleichen und keinen nennenswerten Befund haben (U)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::FilterField</name>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Den Filter leeren</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::FlakyBar</name>
    <message>
        <source>Filter: name, reason, scope, list</source>
        <translation>Filter: Name, Grund, Geltungsbereich, Liste</translation>
    </message>
    <message>
        <source>Words that must all occur in an entry, in any column (/)</source>
        <translation>Wörter, die alle in einem Eintrag vorkommen, in beliebiger Spalte (/)</translation>
    </message>
    <message>
        <source>Show every entry (0)</source>
        <translation>Jeden Eintrag zeigen (0)</translation>
    </message>
    <message>
        <source>1 baseline</source>
        <translation>1 Baseline</translation>
    </message>
    <message>
        <source>%1 baselines</source>
        <translation>%1 Baselines</translation>
    </message>
    <message>
        <source>1 list, %1</source>
        <translation>1 Liste, %1</translation>
    </message>
    <message>
        <source>%1 lists, %2</source>
        <translation>%1 Listen, %2</translation>
    </message>
    <message>
        <source>%1: 1 entry</source>
        <translation>%1: 1 Eintrag</translation>
    </message>
    <message>
        <source>%1: %2 entries</source>
        <translation>%1: %2 Einträge</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>entries</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>Can go</source>
        <translation>Kann weg</translation>
    </message>
    <message>
        <source>Show only entries that may go by the runs in the history</source>
        <translation>Nur Einträge zeigen, die nach den Läufen des Verlaufs weg können</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::FlakyEditor</name>
    <message>
        <source>Flaky lists (*.toml *.py);;All files (*)</source>
        <translation>Flaky-Listen (*.toml *.py);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a flaky list</source>
        <translation>Eine Flaky-Liste öffnen</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>%1 geöffnet</translation>
    </message>
    <message>
        <source>Import entries from a list</source>
        <translation>Einträge aus einer Liste importieren</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>Aus %1 importieren</translation>
    </message>
    <message>
        <source>Export into a list</source>
        <translation>In eine Liste exportieren</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 Eintrag</translation>
    </message>
    <message>
        <source>%1 entries</source>
        <translation>%1 Einträge</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>%1 does not hold everything: a check script cannot say it all.</source>
        <translation>%1 nimmt nicht alles auf: ein Prüfskript kann nicht alles ausdrücken.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::FlakyForm</name>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Reason: what makes it flaky?</source>
        <translation>Grund: was macht es flaky?</translation>
    </message>
    <message>
        <source>Issue</source>
        <translation>Issue</translation>
    </message>
    <message>
        <source>Issue or link</source>
        <translation>Issue oder Link</translation>
    </message>
    <message>
        <source>Last day</source>
        <translation>Letzter Tag</translation>
    </message>
    <message>
        <source>Until 2026-12-31</source>
        <translation>Bis 2026-12-31</translation>
    </message>
    <message>
        <source>Flaky list</source>
        <translation>Flaky-Liste</translation>
    </message>
    <message>
        <source>The entry excuses up to this day</source>
        <translation>Der Eintrag entschuldigt bis zu diesem Tag</translation>
    </message>
    <message>
        <source>A check script has no room for a date</source>
        <translation>Ein Prüfskript hat keinen Platz für ein Datum</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::FlakyModel</name>
    <message>
        <source>everywhere</source>
        <translation>überall</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>baselines</source>
        <translation>Baselines</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>yes: %1</source>
        <translation>ja: %1</translation>
    </message>
    <message>
        <source>would: %1</source>
        <translation>würde: %1</translation>
    </message>
    <message>
        <source>✗ expired %1</source>
        <translation>✗ abgelaufen %1</translation>
    </message>
    <message>
        <source>and %1 more baselines</source>
        <translation>und %1 weitere Baselines</translation>
    </message>
    <message>
        <source>and %1 more rows</source>
        <translation>und %1 weitere Zeilen</translation>
    </message>
    <message>
        <source>%1: %2, excused by the rules in use</source>
        <translation>%1: %2, entschuldigt durch die benutzten Regeln</translation>
    </message>
    <message>
        <source>%1: %2, excused here; CI does not know this list and counts it</source>
        <translation>%1: %2, hier entschuldigt; die CI kennt diese Liste nicht und zählt es</translation>
    </message>
    <message>
        <source>%1: %2, not excused by the rules in use; this entry would excuse it</source>
        <translation>%1: %2, durch die benutzten Regeln nicht entschuldigt; dieser Eintrag würde es entschuldigen</translation>
    </message>
    <message>
        <source>Added %1</source>
        <translation>Hinzugefügt %1</translation>
    </message>
    <message>
        <source>Excuses up to and including %1</source>
        <translation>Entschuldigt bis einschließlich %1</translation>
    </message>
    <message>
        <source>Owner: %1</source>
        <translation>Zuständig: %1</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>Abgelaufen</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>abgelaufen</translation>
    </message>
    <message>
        <source>Show only entries that excuse nothing any more</source>
        <translation>Nur Einträge zeigen, die nichts mehr entschuldigen</translation>
    </message>
    <message>
        <source>In no baseline</source>
        <translation>In keiner Baseline</translation>
    </message>
    <message>
        <source>no baseline</source>
        <translation>keine Baseline</translation>
    </message>
    <message>
        <source>Show only entries whose model stands in no baseline of their scope</source>
        <translation>Nur Einträge zeigen, deren Modell in keiner Baseline ihres Geltungsbereichs steht</translation>
    </message>
    <message>
        <source>In one script only</source>
        <translation>Nur in einem Skript</translation>
    </message>
    <message>
        <source>one script</source>
        <translation>ein Skript</translation>
    </message>
    <message>
        <source>Show only the differences between the two check scripts&apos; sets</source>
        <translation>Nur die Unterschiede zwischen den Mengen der beiden Prüfskripte zeigen</translation>
    </message>
    <message>
        <source>Twice</source>
        <translation>Doppelt</translation>
    </message>
    <message>
        <source>twice</source>
        <translation>doppelt</translation>
    </message>
    <message>
        <source>Show only names that stand twice in one list</source>
        <translation>Nur Namen zeigen, die in einer Liste zweimal stehen</translation>
    </message>
    <message>
        <source>No reason</source>
        <translation>Ohne Grund</translation>
    </message>
    <message>
        <source>no reason</source>
        <translation>ohne Grund</translation>
    </message>
    <message>
        <source>Show only entries without a reason</source>
        <translation>Nur Einträge ohne Grund zeigen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>A model, or a pattern with * and ? (flaky.toml only)</source>
        <translation>Ein Modell, oder ein Muster mit * und ? (nur flaky.toml)</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>The check that the entry excuses; &quot;all&quot;: every one</source>
        <translation>Die Prüfung, die der Eintrag entschuldigt; „alle“: jede</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>Geltungsbereich</translation>
    </message>
    <message>
        <source>Platform and config to which the entry is limited</source>
        <translation>Plattform und Config, auf die der Eintrag beschränkt ist</translation>
    </message>
    <message>
        <source>Excuses today</source>
        <translation>Entschuldigt heute</translation>
    </message>
    <message>
        <source>Rows of the open pair that differ and are excused by the entry right now</source>
        <translation>Zeilen des offenen Paars, die abweichen und gerade durch den Eintrag entschuldigt sind</translation>
    </message>
    <message>
        <source>Matches now</source>
        <translation>Passt jetzt auf</translation>
    </message>
    <message>
        <source>Baselines in view that hold the model, within the entry&apos;s scope</source>
        <translation>Baselines im Blick, die das Modell im Geltungsbereich des Eintrags enthalten</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>Bemerkungen</translation>
    </message>
    <message>
        <source>What is worth a look: expired, in no baseline, in one script only, twice, no reason</source>
        <translation>Was einen Blick wert ist: abgelaufen, in keiner Baseline, nur in einem Skript, doppelt, ohne Grund</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>Läuft ab</translation>
    </message>
    <message>
        <source>The last day on which the entry excuses</source>
        <translation>Der letzte Tag, an dem der Eintrag entschuldigt</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>File and line in which the entry stands</source>
        <translation>Datei und Zeile, in der der Eintrag steht</translation>
    </message>
    <message>
        <source>Issue</source>
        <translation>Issue</translation>
    </message>
    <message>
        <source>Link or number of the issue</source>
        <translation>Link oder Nummer des Issues</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Why the model is excused; in a check script, the comment beside the name</source>
        <translation>Warum das Modell entschuldigt ist; in einem Prüfskript der Kommentar neben dem Namen</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>green run</source>
        <translation>grüner Lauf</translation>
    </message>
    <message>
        <source>green runs</source>
        <translation>grüne Läufe</translation>
    </message>
    <message>
        <source>more green run</source>
        <translation>weiterer grüner Lauf</translation>
    </message>
    <message>
        <source>more green runs</source>
        <translation>weitere grüne Läufe</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>no: red on %1</source>
        <translation>nein: rot am %1</translation>
    </message>
    <message>
        <source>no runs</source>
        <translation>keine Läufe</translation>
    </message>
    <message>
        <source>Can go</source>
        <translation>Kann weg</translation>
    </message>
    <message>
        <source>Not read from the history yet</source>
        <translation>Noch nicht aus dem Verlauf gelesen</translation>
    </message>
    <message>
        <source>Whether the runs in the history allow to remove the entry and how likely a failed run within 30 days is, or what is missing</source>
        <translation>Ob die Läufe im Verlauf es erlauben, den Eintrag zu entfernen, und wie wahrscheinlich ein Fehlschlag binnen 30 Tagen ist, oder was dazu fehlt</translation>
    </message>
    <message>
        <source>yes: %1, relapse risk %2</source>
        <translation>ja: %1, Rückfallrisiko %2</translation>
    </message>
    <message>
        <source>yes: %1, relapse risk up to %2</source>
        <translation>ja: %1, Rückfallrisiko bis zu %2</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::FlakyPage</name>
    <message>
        <source>Flaky entries</source>
        <translation>Flaky-Einträge</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add an entry to a list (Ins)</source>
        <translation>Einen Eintrag in eine Liste aufnehmen (Einfg)</translation>
    </message>
    <message>
        <source>Open a list</source>
        <translation>Eine Liste öffnen</translation>
    </message>
    <message>
        <source>Look at a list that does not belong to the open pair (L)</source>
        <translation>Eine Liste ansehen, die nicht zum offenen Paar gehört (L)</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Take entries from another list (I)</source>
        <translation>Einträge aus einer anderen Liste nehmen (I)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Put the selected entries, or all shown, into another list (X)</source>
        <translation>Die gewählten Einträge, oder alle gezeigten, in eine andere Liste legen (X)</translation>
    </message>
    <message>
        <source>%1 is hidden by the filter</source>
        <translation>%1 ist durch den Filter verborgen</translation>
    </message>
    <message>
        <source>Add an entry</source>
        <translation>Einen Eintrag hinzufügen</translation>
    </message>
    <message>
        <source>Add the first entry</source>
        <translation>Den ersten Eintrag hinzufügen</translation>
    </message>
    <message>
        <source>No flaky list is in view</source>
        <translation>Keine Flaky-Liste ist im Blick</translation>
    </message>
    <message>
        <source>Open two files</source>
        <translation>Zwei Dateien öffnen</translation>
    </message>
    <message>
        <source>No flaky list counts for this pair</source>
        <translation>Für dieses Paar gilt keine Flaky-Liste</translation>
    </message>
    <message>
        <source>Its baseline lies in no PyTorch checkout, and no flaky.toml is near it. A first entry makes %1.</source>
        <translation>Seine Baseline liegt in keinem PyTorch-Checkout, und keine flaky.toml ist in der Nähe. Ein erster Eintrag legt %1 an.</translation>
    </message>
    <message>
        <source>The lists hold no entry</source>
        <translation>Die Listen enthalten keinen Eintrag</translation>
    </message>
    <message>
        <source>No model is excused.</source>
        <translation>Kein Modell ist entschuldigt.</translation>
    </message>
    <message>
        <source>No entry matches</source>
        <translation>Kein Eintrag passt</translation>
    </message>
    <message>
        <source>The filter leaves none of %1 entries.</source>
        <translation>Der Filter lässt keinen von %1 Einträgen übrig.</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Den Filter leeren</translation>
    </message>
    <message>
        <source>%1 is not understood as a whole: %2</source>
        <translation>%1 ist nicht als Ganzes verständlich: %2</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>entries</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>list</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>lists</source>
        <translation>Listen</translation>
    </message>
    <message>
        <source>1 excuses a row today</source>
        <translation>1 entschuldigt heute eine Zeile</translation>
    </message>
    <message>
        <source>%1 excuse a row today</source>
        <translation>%1 entschuldigen heute eine Zeile</translation>
    </message>
    <message>
        <source>Flaky</source>
        <translation>Flaky</translation>
    </message>
    <message>
        <source>Add a flaky entry</source>
        <translation>Einen Flaky-Eintrag hinzufügen</translation>
    </message>
    <message>
        <source>Open the form for a new entry in one of the lists</source>
        <translation>Das Formular für einen neuen Eintrag in einer der Listen öffnen</translation>
    </message>
    <message>
        <source>Change the flaky entry</source>
        <translation>Den Flaky-Eintrag ändern</translation>
    </message>
    <message>
        <source>Open the form for the current entry (also Enter in the table)</source>
        <translation>Das Formular für den aktuellen Eintrag öffnen (auch Enter in der Tabelle)</translation>
    </message>
    <message>
        <source>Remove the flaky entries</source>
        <translation>Die Flaky-Einträge entfernen</translation>
    </message>
    <message>
        <source>Remove the selected entries from their lists; undo restores them</source>
        <translation>Die gewählten Einträge aus ihren Listen entfernen; Rückgängig stellt sie wieder her</translation>
    </message>
    <message>
        <source>Open a flaky list</source>
        <translation>Eine Flaky-Liste öffnen</translation>
    </message>
    <message>
        <source>Look at a flaky.toml or a check script that does not belong to the open pair</source>
        <translation>Eine flaky.toml oder ein Prüfskript ansehen, das nicht zum offenen Paar gehört</translation>
    </message>
    <message>
        <source>Import flaky entries</source>
        <translation>Flaky-Einträge importieren</translation>
    </message>
    <message>
        <source>Copy entries from another list into one that is open</source>
        <translation>Einträge aus einer anderen Liste in eine offene kopieren</translation>
    </message>
    <message>
        <source>Export flaky entries</source>
        <translation>Flaky-Einträge exportieren</translation>
    </message>
    <message>
        <source>Copy the selected entries, or all shown, into another list</source>
        <translation>Die gewählten Einträge, oder alle gezeigten, in eine andere Liste kopieren</translation>
    </message>
    <message>
        <source>Copied 1 entry</source>
        <translation>1 Eintrag kopiert</translation>
    </message>
    <message>
        <source>Copied %1 entries</source>
        <translation>%1 Einträge kopiert</translation>
    </message>
    <message>
        <source>Filter the flaky entries</source>
        <translation>Die Flaky-Einträge filtern</translation>
    </message>
    <message>
        <source>Words that must all occur in an entry</source>
        <translation>Wörter, die alle in einem Eintrag vorkommen</translation>
    </message>
    <message>
        <source>Only: %1</source>
        <translation>Nur: %1</translation>
    </message>
    <message>
        <source>Show all flaky entries</source>
        <translation>Alle Flaky-Einträge zeigen</translation>
    </message>
    <message>
        <source>Sort the flaky entries by this column</source>
        <translation>Die Flaky-Einträge nach dieser Spalte sortieren</translation>
    </message>
    <message>
        <source>Sort by the column of the current cell; the second time in reverse</source>
        <translation>Nach der Spalte der aktuellen Zelle sortieren; beim zweiten Mal umgekehrt</translation>
    </message>
    <message>
        <source>Copy the flaky entries</source>
        <translation>Die Flaky-Einträge kopieren</translation>
    </message>
    <message>
        <source>Copy the selected entries as tab-separated text</source>
        <translation>Die gewählten Einträge als Text mit Tabulatoren kopieren</translation>
    </message>
    <message>
        <source>Copy the flaky entries as Markdown</source>
        <translation>Die Flaky-Einträge als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy the selected entries as a Markdown table for an issue</source>
        <translation>Die gewählten Einträge als Markdown-Tabelle für ein Issue kopieren</translation>
    </message>
    <message>
        <source>Show only entries that may go by the runs in the history</source>
        <translation>Nur Einträge zeigen, die nach den Läufen des Verlaufs weg können</translation>
    </message>
    <message>
        <source>Open two files, or a config from the overview of a commit, and the lists that count for them are found; or open a flaky.toml or a check script. The models that the rules excuse by themselves are listed by plumbline-cli rules --show.</source>
        <translation>Öffnen Sie zwei Dateien oder eine Konfiguration aus der Übersicht eines Commits, und die Listen, die für sie gelten, werden gefunden; oder öffnen Sie eine flaky.toml oder ein Prüfskript. Welche Modelle die Regeln von sich aus entschuldigen, zeigt plumbline-cli rules --show.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::FlakyTable</name>
    <message>
        <source>Flaky entries</source>
        <translation>Flaky-Einträge</translation>
    </message>
    <message>
        <source>Columns of the flaky entries</source>
        <translation>Spalten der Flaky-Einträge</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::FormFields</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Dynamic</source>
        <translation>Dynamisch</translation>
    </message>
    <message>
        <source>Keep cache folders</source>
        <translation>Cache-Ordner behalten</translation>
    </message>
    <message>
        <source>Fresh cache per task</source>
        <translation>Neuer Cache je Aufgabe</translation>
    </message>
    <message>
        <source>Warm run after a failed cold one</source>
        <translation>Warmer Lauf nach fehlgeschlagenem kalten</translation>
    </message>
    <message>
        <source>Choose the checkout</source>
        <translation>Den Checkout wählen</translation>
    </message>
    <message>
        <source>Choose the output file</source>
        <translation>Die Ausgabedatei wählen</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Timeout, retries, environment, cache and where the result goes</source>
        <translation>Zeitlimit, Versuche, Umgebung, Cache und wohin das Ergebnis geht</translation>
    </message>
    <message>
        <source>More fields</source>
        <translation>Mehr Felder</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>performance</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>TorchCache JSON</source>
        <translation>TorchCache-JSON</translation>
    </message>
    <message>
        <source>python3</source>
        <translation>python3</translation>
    </message>
    <message>
        <source>one of CI&apos;s, or suite and mode below</source>
        <translation>eine der CI, oder Suite und Modus darunter</translation>
    </message>
    <message>
        <source>--flag &apos;a word with spaces&apos;</source>
        <translation>--flag &apos;ein Wort mit Leerzeichen&apos;</translation>
    </message>
    <message>
        <source>{python} bench.py --only {model} --output={output}</source>
        <translation>{python} bench.py --only {model} --output={output}</translation>
    </message>
    <message>
        <source>0, 1</source>
        <translation>0, 1</translation>
    </message>
    <message>
        <source>NAME=value, one per line</source>
        <translation>NAME=Wert, je Zeile einer</translation>
    </message>
    <message>
        <source>only the run&apos;s own folder</source>
        <translation>nur der eigene Ordner des Laufs</translation>
    </message>
    <message>
        <source>the checkout</source>
        <translation>der Checkout</translation>
    </message>
    <message>
        <source>the config&apos;s in the checkout</source>
        <translation>die der Config im Checkout</translation>
    </message>
    <message>
        <source>gpu:1</source>
        <translation>gpu:1</translation>
    </message>
    <message>
        <source>made of the fields</source>
        <translation>aus den Feldern gebildet</translation>
    </message>
    <message>
        <source>Checkout</source>
        <translation>Checkout</translation>
    </message>
    <message>
        <source>Root of a PyTorch checkout on the machine where it runs</source>
        <translation>Wurzel eines PyTorch-Checkouts auf dem Rechner, auf dem es läuft</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>A program and its arguments, quoted as in a shell; no shell sees them. Fields: {python} {output} {model} {repeat} {checkout} {device} {mode} {suite} {cache} {folder}</source>
        <translation>Ein Programm und seine Argumente, in Anführungszeichen wie in einer Shell; keine Shell sieht sie. Felder: {python} {output} {model} {repeat} {checkout} {device} {mode} {suite} {cache} {folder}</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>local, ssh:HOST as your ssh knows it, slurm or slurm:PARTITION</source>
        <translation>local, ssh:HOST, wie Ihr ssh ihn kennt, slurm oder slurm:PARTITION</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>The interpreter on that machine, by name or whole path</source>
        <translation>Der Interpreter auf jenem Rechner, mit Namen oder ganzem Pfad</translation>
    </message>
    <message>
        <source>Generic resources</source>
        <translation>Generische Ressourcen</translation>
    </message>
    <message>
        <source>The resources of each task in Slurm</source>
        <translation>Die Ressourcen jeder Aufgabe in Slurm</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitlimit von Slurm</translation>
    </message>
    <message>
        <source>Slurm&apos;s own limit for a task; empty: the partition&apos;s</source>
        <translation>Das eigene Limit von Slurm für eine Aufgabe; leer: das der Partition</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>Config</translation>
    </message>
    <message>
        <source>What CI runs, by the name of its baseline; the flags are CI&apos;s</source>
        <translation>Was die CI ausführt, nach dem Namen der Baseline; die Flags sind die der CI</translation>
    </message>
    <message>
        <source>Suite</source>
        <translation>Suite</translation>
    </message>
    <message>
        <source>The benchmark suite</source>
        <translation>Die Benchmark-Suite</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Training or inference</source>
        <translation>Training oder Inferenz</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Default: CI&apos;s, or the config&apos;s</source>
        <translation>Vorgabe: das der CI oder der Config</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Names with commas or blanks between; empty: the suite&apos;s own list</source>
        <translation>Namen mit Kommas oder Leerzeichen dazwischen; leer: die eigene Liste der Suite</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>What the script measures</source>
        <translation>Was das Skript misst</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Parts of the suite that run for themselves; without models only</source>
        <translation>Teile der Suite, die für sich laufen; nur ohne Modelle</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>What the program writes</source>
        <translation>Was das Programm schreibt</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>The same again and again; TorchCache at most 9. Of a repro script: run it so often, is it reproducible? Five equal results decide</source>
        <translation>Dasselbe immer wieder; TorchCache höchstens 9. Bei einem Repro-Skript: so oft ausführen, ist es reproduzierbar? Fünf gleiche Ergebnisse entscheiden</translation>
    </message>
    <message>
        <source>Eager runs first</source>
        <translation>Zuerst Läufe mit Eager</translation>
    </message>
    <message>
        <source>Runs with the backend eager before the others: a failure there is not caused by the backend</source>
        <translation>Läufe mit dem Backend Eager vor den anderen: ein Fehlschlag dort kommt nicht vom Backend</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>Gleichzeitig</translation>
    </message>
    <message>
        <source>Tasks of this run at the same time</source>
        <translation>Gleichzeitige Aufgaben dieses Laufs</translation>
    </message>
    <message>
        <source>Shapes of inputs are dynamic</source>
        <translation>Die Formen der Eingaben sind dynamisch</translation>
    </message>
    <message>
        <source>Extra arguments</source>
        <translation>Weitere Argumente</translation>
    </message>
    <message>
        <source>For the suite&apos;s script, before --output; quoted as in a shell</source>
        <translation>Für das Skript der Suite, vor --output; in Anführungszeichen wie in einer Shell</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>Zeitlimit</translation>
    </message>
    <message>
        <source>Of a step, per model of a whole suite: then it is asked to end, and ended by force after a grace</source>
        <translation>Eines Schritts, je Modell bei einer ganzen Suite: danach wird er gebeten zu enden, und nach einer Frist gewaltsam beendet</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Further attempts of a task that failed or was lost</source>
        <translation>Weitere Versuche einer Aufgabe, die fehlschlug oder verloren ging</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Higher runs sooner</source>
        <translation>Höhere laufen früher</translation>
    </message>
    <message>
        <source>Nice</source>
        <translation>Nice</translation>
    </message>
    <message>
        <source>0 to 19: lower priority than other programs</source>
        <translation>0 bis 19: niedrigere Priorität als andere Programme</translation>
    </message>
    <message>
        <source>Output file</source>
        <translation>Ausgabedatei</translation>
    </message>
    <message>
        <source>Where the result goes besides the run&apos;s own folder</source>
        <translation>Wohin das Ergebnis außer in den Ordner des Laufs geht</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>The CSV that the result is compared with</source>
        <translation>Die CSV, mit der das Ergebnis verglichen wird</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Set for the program besides what it would have anyway</source>
        <translation>Wird für das Programm gesetzt, neben dem, was es sonst hätte</translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation>Arbeitsordner</translation>
    </message>
    <message>
        <source>Where the program is started</source>
        <translation>Wo das Programm gestartet wird</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Each task at the same time gets one of these, by index or UUID; empty: those that the machine shows</source>
        <translation>Jede gleichzeitige Aufgabe bekommt eine davon, nach Index oder UUID; leer: die, die der Rechner zeigt</translation>
    </message>
    <message>
        <source>Remote folder</source>
        <translation>Entfernter Ordner</translation>
    </message>
    <message>
        <source>Where tasks live: on the other machine, or where the cluster&apos;s nodes see it too</source>
        <translation>Wo die Aufgaben liegen: auf dem anderen Rechner, oder wo auch die Knoten des Clusters ihn sehen</translation>
    </message>
    <message>
        <source>Scratch folder</source>
        <translation>Kurzzeitordner</translation>
    </message>
    <message>
        <source>A folder of the node to work in; results are copied back</source>
        <translation>Ein Ordner des Knotens zum Arbeiten; Ergebnisse werden zurückkopiert</translation>
    </message>
    <message>
        <source>Each task compiles into a cache folder of its own (TorchCache always does); compile times of shared caches are not compared</source>
        <translation>Jede Aufgabe kompiliert in einen eigenen Cache-Ordner (TorchCache immer); Kompilierzeiten aus geteilten Caches werden nicht verglichen</translation>
    </message>
    <message>
        <source>Cache folders stay after the run; otherwise they are removed</source>
        <translation>Cache-Ordner bleiben nach dem Lauf; sonst werden sie entfernt</translation>
    </message>
    <message>
        <source>The warm run starts although the cold one failed or has no compile time</source>
        <translation>Der warme Lauf startet, obwohl der kalte fehlschlug oder keine Kompilierzeit hat</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>What the queue calls it</source>
        <translation>Wie die Warteschlange ihn nennt</translation>
    </message>
    <message>
        <source>the task&apos;s own folder</source>
        <translation>der eigene Ordner der Aufgabe</translation>
    </message>
    <message>
        <source>one task per model; empty: one task</source>
        <translation>eine Aufgabe je Modell; leer: eine Aufgabe</translation>
    </message>
    <message>
        <source>all of the suite</source>
        <translation>alle der Suite</translation>
    </message>
    <message>
        <source>root of a checkout</source>
        <translation>Wurzel eines Checkouts</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::GroupController</name>
    <message>
        <source>%1 accepted</source>
        <translation>%1 übernommen</translation>
    </message>
    <message>
        <source>%1 kept</source>
        <translation>%1 behalten</translation>
    </message>
    <message>
        <source>%1 marked as flaky</source>
        <translation>%1 als flaky markiert</translation>
    </message>
    <message>
        <source>Decided: %1</source>
        <translation>Entschieden: %1</translation>
    </message>
    <message>
        <source>LOST</source>
        <translation>FEHLT</translation>
    </message>
    <message>
        <source>NO SHARD</source>
        <translation>OHNE SHARD</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>%1 of %2 decided</source>
        <translation>%1 von %2 entschieden</translation>
    </message>
    <message>
        <source>● decided</source>
        <translation>● entschieden</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>flaky</source>
        <translation>flaky</translation>
    </message>
    <message>
        <source>not decided</source>
        <translation>nicht entschieden</translation>
    </message>
    <message>
        <source>Models: %1</source>
        <translation>Modelle: %1</translation>
    </message>
    <message>
        <source>Configs: %1</source>
        <translation>Configs: %1</translation>
    </message>
    <message>
        <source>%1 with a note</source>
        <translation>%1 mit Notiz</translation>
    </message>
    <message>
        <source>No decision needed</source>
        <translation>Keine Entscheidung nötig</translation>
    </message>
    <message>
        <source>%1. %2. %3. Models: %4. Configs: %5. %6.</source>
        <translation>%1. %2. %3. Modelle: %4. Configs: %5. %6.</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>The only group is decided</source>
        <translation>Die einzige Gruppe ist entschieden</translation>
    </message>
    <message>
        <source>All %1 groups decided</source>
        <translation>Alle %1 Gruppen entschieden</translation>
    </message>
    <message>
        <source>config</source>
        <translation>Config</translation>
    </message>
    <message>
        <source>configs</source>
        <translation>Configs</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>
And %1 in the sources.</source>
        <translation>
Und %1 in den Quellen.</translation>
    </message>
    <message>
        <source>more problem</source>
        <translation>weiteres Problem</translation>
    </message>
    <message>
        <source>more problems</source>
        <translation>weitere Probleme</translation>
    </message>
    <message>
        <source>Only baselines are open. Add what a run left: a folder, artifact zips or CSVs.</source>
        <translation>Nur Baselines sind offen. Fügen Sie hinzu, was ein Lauf hinterließ: einen Ordner, Artefakt-Zips oder CSVs.</translation>
    </message>
    <message>
        <source>Only results are open. Add the baselines: a PyTorch checkout or a tree of them.</source>
        <translation>Nur Ergebnisse sind offen. Fügen Sie die Baselines hinzu: einen PyTorch-Checkout oder einen Baum davon.</translation>
    </message>
    <message>
        <source>A config needs a run and a baseline. The sources say what each file was taken for.</source>
        <translation>Eine Config braucht einen Lauf und eine Baseline. Die Quellen sagen, wofür jede Datei gehalten wurde.</translation>
    </message>
    <message>
        <source>cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>whole row</source>
        <translation>ganze Zeile</translation>
    </message>
    <message>
        <source>whole rows</source>
        <translation>ganze Zeilen</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>baselines</source>
        <translation>Baselines</translation>
    </message>
    <message>
        <source>%1 and %2 in %3</source>
        <translation>%1 und %2 in %3</translation>
    </message>
    <message>
        <source>%1 of %2 in %3</source>
        <translation>%1 von %2 in %3</translation>
    </message>
    <message>
        <source>The shards of these models are not here: nothing is known about them, and nothing is asked.</source>
        <translation>Die Shards dieser Modelle sind nicht hier: über sie ist nichts bekannt, und nichts wird gefragt.</translation>
    </message>
    <message>
        <source>what the run says for %1</source>
        <translation>was der Lauf für %1 sagt</translation>
    </message>
    <message>
        <source>Red since %1</source>
        <translation>Rot seit %1</translation>
    </message>
    <message>
        <source>%1 not red at %2</source>
        <translation>%1 nicht rot bei %2</translation>
    </message>
    <message>
        <source>red at %1 already</source>
        <translation>schon bei %1 rot</translation>
    </message>
    <message>
        <source>not red at %1</source>
        <translation>nicht rot bei %1</translation>
    </message>
    <message>
        <source>no run until %1</source>
        <translation>kein Lauf bis %1</translation>
    </message>
    <message>
        <source>Numbers: %1</source>
        <translation>Zahlen: %1</translation>
    </message>
    <message>
        <source>too few runs</source>
        <translation>zu wenige Läufe</translation>
    </message>
    <message>
        <source>noise, %1</source>
        <translation>Rauschen, %1</translation>
    </message>
    <message>
        <source>%1, %2 of %3 noise</source>
        <comment>smallest q, rows, rows</comment>
        <translation>%1, %2 von %3 Rauschen</translation>
    </message>
    <message>
        <source>row still fails CI</source>
        <translation>Zeile lässt die CI weiter scheitern</translation>
    </message>
    <message>
        <source>rows still fail CI</source>
        <translation>Zeilen lassen die CI weiter scheitern</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>what is accepted, what still fails</comment>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>%1 accepted in part: %2 still differs</source>
        <comment>rows, columns</comment>
        <translation>%1 zum Teil übernommen: %2 weicht noch ab</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>%1: %2 in %3</source>
        <comment>change, models, configs</comment>
        <translation>%1: %2 in %3</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <comment>rows decided, rows</comment>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>%1 And %2 more like it.</source>
        <comment>note, rows</comment>
        <translation>%1 Und %2 weitere dieser Art.</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>Decided: 2 rows kept; a date</comment>
        <translation>%1 am %2</translation>
    </message>
    <message>
        <source>%1, last on %2</source>
        <comment>Decided: 2 rows kept; a date</comment>
        <translation>%1, zuletzt am %2</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::GroupList</name>
    <message>
        <source>What fails, grouped by cause</source>
        <translation>Was fehlschlägt, nach Ursache gruppiert</translation>
    </message>
    <message>
        <source>Columns of the groups</source>
        <translation>Spalten der Gruppen</translation>
    </message>
    <message>
        <source>config</source>
        <translation>Config</translation>
    </message>
    <message>
        <source>configs</source>
        <translation>Configs</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::GroupModel</name>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>What CI says about the rows of the group</source>
        <translation>Was die CI über die Zeilen der Gruppe sagt</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>What the rows have in common: the metric and how it moved</source>
        <translation>Was die Zeilen gemeinsam haben: die Metrik und wie sie sich bewegte</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>The models that moved so; sorted by their number</source>
        <translation>Die Modelle, die sich so bewegten; nach ihrer Zahl sortiert</translation>
    </message>
    <message>
        <source>Configs</source>
        <translation>Configs</translation>
    </message>
    <message>
        <source>The configs in which they did; sorted by their number</source>
        <translation>Die Configs, in denen sie es taten; nach ihrer Zahl sortiert</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Rows of all configs in this group</source>
        <translation>Zeilen aller Configs in dieser Gruppe</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>How many of the rows are decided, and how</source>
        <translation>Wie viele der Zeilen entschieden sind, und wie</translation>
    </message>
    <message>
        <source>Red since</source>
        <translation>Rot seit</translation>
    </message>
    <message>
        <source>Day of the first of the runs in a row that are red, and their number; from the history</source>
        <translation>Tag des ersten der aufeinanderfolgenden roten Läufe, und ihre Zahl; aus dem Verlauf</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>q</source>
        <translation>q</translation>
    </message>
    <message>
        <source>Of the group&apos;s rows the smallest q-value of their numbers, against the runs before this commit: of those up to 0.05 at most 5 % are expected to be noise</source>
        <translation>Der kleinste q-Wert der Zahlen in den Zeilen der Gruppe, gegen die Läufe vor diesem Commit: unter denen bis 0,05 sind höchstens 5 % als Rauschen zu erwarten</translation>
    </message>
    <message>
        <source>Decision: %1</source>
        <translation>Entscheidung: %1</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::GroupQueue</name>
    <message>
        <source>%1 of %2 groups</source>
        <translation>%1 von %2 Gruppen</translation>
    </message>
    <message>
        <source>the %1 open of %2</source>
        <translation>die %1 offenen von %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>group, what was decided</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The shards of these models are not here: there is nothing to accept</source>
        <translation>Die Shards dieser Modelle sind nicht hier: es gibt nichts zu übernehmen</translation>
    </message>
    <message>
        <source>accepted, %1</source>
        <translation>übernommen, %1</translation>
    </message>
    <message>
        <source>Accept %1: %2</source>
        <comment>group, how many cells</comment>
        <translation>%1 übernehmen: %2</translation>
    </message>
    <message>
        <source>Only the edit without a guard</source>
        <translation>Nur die Änderung ohne Schutz</translation>
    </message>
    <message>
        <source>Only the %1 edits without a guard</source>
        <translation>Nur die %1 Änderungen ohne Schutz</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>None of these rows has a row in a baseline on disk: a flaky list excuses nothing there</source>
        <translation>Keine dieser Zeilen hat eine Zeile in einer Baseline auf der Platte: eine Flaky-Liste entschuldigt dort nichts</translation>
    </message>
    <message>
        <source>Flaky: %1</source>
        <translation>Flaky: %1</translation>
    </message>
    <message>
        <source>marked as flaky</source>
        <translation>als flaky markiert</translation>
    </message>
    <message>
        <source>CI&apos;s count stays: the rules %1 read no list of this checkout, &quot;this checkout&quot; above does. Flaky: %2</source>
        <comment>rules, group</comment>
        <translation>Die Zahl der CI bleibt: Die Regeln %1 lesen keine Liste dieses Checkouts, „this checkout“ oben schon. Flaky: %2</translation>
    </message>
    <message>
        <source>marked as flaky; CI&apos;s count stays with the rules %1</source>
        <translation>als flaky markiert; mit den Regeln %1 bleibt die Zahl der CI</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::HeatCanvas</name>
    <message>
        <source>Heat map of errors</source>
        <translation>Heatmap der Fehler</translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation>Achse %1</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::HeatLegend</name>
    <message>
        <source>Colours from %1 to %2</source>
        <translation>Farben von %1 bis %2</translation>
    </message>
    <message>
        <source>No errors</source>
        <translation>Keine Fehler</translation>
    </message>
    <message>
        <source>crossed out: not finite</source>
        <translation>durchgestrichen: nicht endlich</translation>
    </message>
    <message>
        <source>a ring is around the largest error</source>
        <translation>ein Ring ist um den größten Fehler</translation>
    </message>
    <message>
        <source>%1 (log)</source>
        <translation>%1 (log)</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größter</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::HeatView</name>
    <message>
        <source>Axis of the rows</source>
        <translation>Achse der Zeilen</translation>
    </message>
    <message>
        <source>The axis that goes down</source>
        <translation>Die Achse, die nach unten geht</translation>
    </message>
    <message>
        <source>Axis of the columns</source>
        <translation>Achse der Spalten</translation>
    </message>
    <message>
        <source>The axis that goes to the right</source>
        <translation>Die Achse, die nach rechts geht</translation>
    </message>
    <message>
        <source>Axis to step along</source>
        <translation>Achse zum Durchgehen</translation>
    </message>
    <message>
        <source>The axis along which the slice is moved</source>
        <translation>Die Achse, entlang der die Scheibe bewegt wird</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Bei</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Heat map of a slice</source>
        <translation>Heatmap einer Scheibe</translation>
    </message>
    <message>
        <source>Index of the slice</source>
        <translation>Index der Scheibe</translation>
    </message>
    <message>
        <source>Position of the slice along that axis ([ and ])</source>
        <translation>Position der Scheibe entlang jener Achse ([ und ])</translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation>Achse %1</translation>
    </message>
    <message>
        <source>Point at a cell, or walk with the arrow keys</source>
        <translation>Zeigen Sie auf eine Zelle, oder gehen Sie mit den Pfeiltasten</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>the largest of %1</source>
        <translation>der größte von %1</translation>
    </message>
    <message>
        <source>the largest of rows %1, columns %2</source>
        <translation>der größte der Zeilen %1, Spalten %2</translation>
    </message>
    <message>
        <source>the largest here</source>
        <translation>der größte hier</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::HelpView</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Help pages</source>
        <translation>Hilfeseiten</translation>
    </message>
    <message>
        <source>Help text</source>
        <translation>Hilfetext</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::HistogramView</name>
    <message>
        <source>Point at a bar, or walk along them with the arrow keys</source>
        <translation>Zeigen Sie auf einen Balken, oder gehen Sie sie mit den Pfeiltasten durch</translation>
    </message>
    <message>
        <source>Histogram of absolute errors</source>
        <translation>Histogramm der absoluten Fehler</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::HistoryModel</name>
    <message>
        <source>being read</source>
        <translation>wird gelesen</translation>
    </message>
    <message>
        <source>no runs</source>
        <translation>keine Läufe</translation>
    </message>
    <message>
        <source>The newest run is not red</source>
        <translation>Der neueste Lauf ist nicht rot</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The model&apos;s name</source>
        <translation>Der Name des Modells</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>Config</translation>
    </message>
    <message>
        <source>What was run</source>
        <translation>Was ausgeführt wurde</translation>
    </message>
    <message>
        <source>Red since</source>
        <translation>Rot seit</translation>
    </message>
    <message>
        <source>The day of the run since which no run passed</source>
        <translation>Der Tag des Laufs, seit dem kein Lauf bestand</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>A cell for each run, the newest at the right; Left and Right go from run to run</source>
        <translation>Eine Zelle für jeden Lauf, der neueste rechts; Links und Rechts gehen von Lauf zu Lauf</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::HistoryPage</name>
    <message>
        <source>Filter: model or config</source>
        <translation>Filter: Modell oder Config</translation>
    </message>
    <message>
        <source>Words that must all occur in model or config (/)</source>
        <translation>Wörter, die alle in Modell oder Config vorkommen (/)</translation>
    </message>
    <message>
        <source>Show every model (0)</source>
        <translation>Jedes Modell zeigen (0)</translation>
    </message>
    <message>
        <source>Red now</source>
        <translation>Jetzt rot</translation>
    </message>
    <message>
        <source>Show only models whose newest run did not pass (1)</source>
        <translation>Nur Modelle zeigen, deren neuester Lauf nicht bestand (1)</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Height of the chart</source>
        <translation>Höhe des Diagramms</translation>
    </message>
    <message>
        <source>The history cannot be read</source>
        <translation>Der Verlauf lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Neu versuchen</translation>
    </message>
    <message>
        <source>No model matches</source>
        <translation>Kein Modell passt</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Den Filter leeren</translation>
    </message>
    <message>
        <source>Add results, or a checkout for the history of its baselines: plumbline-cli history add SOURCES, or --git CHECKOUT.</source>
        <translation>Fügen Sie Ergebnisse hinzu, oder einen Checkout für den Verlauf seiner Baselines: plumbline-cli history add SOURCES, oder --git CHECKOUT.</translation>
    </message>
    <message>
        <source>How it is filled</source>
        <translation>Wie er gefüllt wird</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal nachsehen</translation>
    </message>
    <message>
        <source>Remember what is opened and run</source>
        <translation>Merken, was geöffnet und ausgeführt wird</translation>
    </message>
    <message>
        <source>Nothing is remembered yet</source>
        <translation>Noch ist nichts gemerkt</translation>
    </message>
    <message>
        <source>Results that are opened and run are added from now on.</source>
        <translation>Ergebnisse, die geöffnet und ausgeführt werden, kommen ab jetzt hinzu.</translation>
    </message>
    <message>
        <source>The history has no run of %1 in %2</source>
        <translation>Der Verlauf hat keinen Lauf von %1 in %2</translation>
    </message>
    <message>
        <source>, red since %1</source>
        <translation>, rot seit %1</translation>
    </message>
    <message>
        <source>Copied 1 run</source>
        <translation>1 Lauf kopiert</translation>
    </message>
    <message>
        <source>Filter the history</source>
        <translation>Den Verlauf filtern</translation>
    </message>
    <message>
        <source>Words that must all occur in model or config</source>
        <translation>Wörter, die alle in Modell oder Config vorkommen</translation>
    </message>
    <message>
        <source>Only: Red now</source>
        <translation>Nur: jetzt rot</translation>
    </message>
    <message>
        <source>Show only models whose newest run did not pass</source>
        <translation>Nur Modelle zeigen, deren neuester Lauf nicht bestand</translation>
    </message>
    <message>
        <source>Show the whole history</source>
        <translation>Den ganzen Verlauf zeigen</translation>
    </message>
    <message>
        <source>Sort the history by this column</source>
        <translation>Den Verlauf nach dieser Spalte sortieren</translation>
    </message>
    <message>
        <source>Sort by the column of the current cell; the second time in reverse</source>
        <translation>Nach der Spalte der aktuellen Zelle sortieren; beim zweiten Mal umgekehrt</translation>
    </message>
    <message>
        <source>Sort the history by red since</source>
        <translation>Den Verlauf nach „rot seit“ sortieren</translation>
    </message>
    <message>
        <source>The models that are red for the longest time first</source>
        <translation>Die am längsten roten Modelle zuerst</translation>
    </message>
    <message>
        <source>The baseline of %1 has no later move</source>
        <translation>Die Baseline von %1 hat keine spätere Änderung</translation>
    </message>
    <message>
        <source>The baseline of %1 has no earlier move</source>
        <translation>Die Baseline von %1 hat keine frühere Änderung</translation>
    </message>
    <message>
        <source>Next move of the baseline</source>
        <translation>Nächste Änderung der Baseline</translation>
    </message>
    <message>
        <source>Choose the next commit that changed the baseline of this metric</source>
        <translation>Den nächsten Commit wählen, der die Baseline dieser Metrik änderte</translation>
    </message>
    <message>
        <source>Previous move of the baseline</source>
        <translation>Vorige Änderung der Baseline</translation>
    </message>
    <message>
        <source>Choose the commit before that changed the baseline of this metric</source>
        <translation>Den vorigen Commit wählen, der die Baseline dieser Metrik änderte</translation>
    </message>
    <message>
        <source>Next metric</source>
        <translation>Nächste Metrik</translation>
    </message>
    <message>
        <source>Show another column of the results in the chart</source>
        <translation>Eine andere Spalte der Ergebnisse im Diagramm zeigen</translation>
    </message>
    <message>
        <source>Show the commit</source>
        <translation>Den Commit zeigen</translation>
    </message>
    <message>
        <source>Show the commit of the chosen run or move in the browser</source>
        <translation>Den Commit des gewählten Laufs oder der Änderung im Browser zeigen</translation>
    </message>
    <message>
        <source>Show the pull request</source>
        <translation>Den Pull Request zeigen</translation>
    </message>
    <message>
        <source>Show the pull request that moved the baseline in the browser</source>
        <translation>Den Pull Request, der die Baseline änderte, im Browser zeigen</translation>
    </message>
    <message>
        <source>Zoom into the history</source>
        <translation>In den Verlauf hineinzoomen</translation>
    </message>
    <message>
        <source>Show fewer runs in the chart</source>
        <translation>Weniger Läufe im Diagramm zeigen</translation>
    </message>
    <message>
        <source>Zoom out of the history</source>
        <translation>Aus dem Verlauf herauszoomen</translation>
    </message>
    <message>
        <source>Show more runs in the chart</source>
        <translation>Mehr Läufe im Diagramm zeigen</translation>
    </message>
    <message>
        <source>Copy the run</source>
        <translation>Den Lauf kopieren</translation>
    </message>
    <message>
        <source>Copy model, run, value and who pinned the baseline as text</source>
        <translation>Modell, Lauf, Wert und wer die Baseline festlegte als Text kopieren</translation>
    </message>
    <message>
        <source>Change points of the history</source>
        <translation>Änderungspunkte des Verlaufs</translation>
    </message>
    <message>
        <source>Show where the level of the metric moved, with its size and 95 % interval</source>
        <translation>Zeigen, wo sich das Niveau der Metrik verschob, mit Größe und 95-%-Intervall</translation>
    </message>
    <message>
        <source>More change points of the history</source>
        <translation>Mehr Änderungspunkte des Verlaufs</translation>
    </message>
    <message>
        <source>Find smaller changes, with more false alarms</source>
        <translation>Kleinere Änderungen finden, mit mehr falschen Alarmen</translation>
    </message>
    <message>
        <source>Fewer change points of the history</source>
        <translation>Weniger Änderungspunkte des Verlaufs</translation>
    </message>
    <message>
        <source>Find larger changes alone, with fewer false alarms</source>
        <translation>Nur größere Änderungen finden, mit weniger falschen Alarmen</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>The filter leaves none of %1 rows.</source>
        <translation>Der Filter lässt keine von %1 Zeilen übrig.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::HistoryTable</name>
    <message>
        <source>Models over their runs</source>
        <translation>Modelle über ihre Läufe</translation>
    </message>
    <message>
        <source>Columns of the history</source>
        <translation>Spalten des Verlaufs</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::KeyField</name>
    <message>
        <source>Press the new key</source>
        <translation>Drücken Sie die neue Taste</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::KeysEditor</name>
    <message>
        <source>Filter the actions</source>
        <translation>Die Aktionen filtern</translation>
    </message>
    <message>
        <source>New key of the chosen action</source>
        <translation>Neue Taste der gewählten Aktion</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Setzen</translation>
    </message>
    <message>
        <source>Give the chosen action this key</source>
        <translation>Der gewählten Aktion diese Taste geben</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Give the chosen action its own keys again</source>
        <translation>Der gewählten Aktion ihre eigenen Tasten zurückgeben</translation>
    </message>
    <message>
        <source>Words of the action, its page or its key</source>
        <translation>Wörter der Aktion, ihrer Seite oder ihrer Taste</translation>
    </message>
    <message>
        <source>Press a key with its modifiers; Backspace removes it, Tab goes on</source>
        <translation>Drücken Sie eine Taste mit ihren Umschalttasten; Rücktaste entfernt sie, Tab geht weiter</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <translation>Aktionen und ihre Tasten</translation>
    </message>
    <message>
        <source>Set the key</source>
        <translation>Die Taste setzen</translation>
    </message>
    <message>
        <source>Default key</source>
        <translation>Vorgegebene Taste</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1 is the key of &quot;%2&quot;. Choose another one, or change that action first.</source>
        <translation>%1 ist die Taste von „%2“. Wählen Sie eine andere, oder ändern Sie zuerst jene Aktion.</translation>
    </message>
    <message>
        <source>The action has no key now</source>
        <translation>Die Aktion hat jetzt keine Taste</translation>
    </message>
    <message>
        <source>The key is %1 now</source>
        <translation>Die Taste ist jetzt %1</translation>
    </message>
    <message>
        <source>%1 is the key of &quot;%2&quot; now. Change that action first.</source>
        <translation>%1 ist jetzt die Taste von „%2“. Ändern Sie zuerst jene Aktion.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::KeysPage</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>In the table, the arrows move and Enter opens the details. Keys without Ctrl rest while a text field has the focus.</source>
        <translation>In der Tabelle bewegen die Pfeile, und Enter öffnet die Einzelheiten. Tasten ohne Strg ruhen, solange ein Textfeld den Fokus hat.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::LogBar</name>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>Voriger Treffer (Umschalt+F3)</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>Nächster Treffer (F3)</translation>
    </message>
    <message>
        <source>First error</source>
        <translation>Erster Fehler</translation>
    </message>
    <message>
        <source>Go to the first line that looks like an error; once more, to the next (I)</source>
        <translation>Zur ersten Zeile gehen, die wie ein Fehler aussieht; noch einmal, zur nächsten (I)</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Go to the end and stay there while the log grows (L)</source>
        <translation>Ans Ende gehen und dort bleiben, während das Log wächst (L)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::LogCanvas</name>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Lines %1 to %2 of %3.</source>
        <translation>Zeilen %1 bis %2 von %3.</translation>
    </message>
    <message>
        <source> Line %1 is current.</source>
        <translation> Zeile %1 ist die aktuelle.</translation>
    </message>
    <message>
        <source>Error: </source>
        <translation>Fehler: </translation>
    </message>
</context>
<context>
    <name>plumbline::ui::LogSearchField</name>
    <message>
        <source>Search the log</source>
        <translation>Das Log durchsuchen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Text to find (/); Enter next, Shift+Enter previous. Capitals count when there are any</source>
        <translation>Zu suchender Text (/); Enter vorwärts, Umschalt+Enter zurück. Großbuchstaben zählen, wenn welche vorkommen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::LogView</name>
    <message>
        <source>search stopped</source>
        <translation>Suche angehalten</translation>
    </message>
    <message>
        <source>line %1 of %2</source>
        <translation>Zeile %1 von %2</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>searching… %1 %, Esc stops</source>
        <translation>Suche… %1 %, Esc hält an</translation>
    </message>
    <message>
        <source>No log is chosen.</source>
        <translation>Kein Log ist gewählt.</translation>
    </message>
    <message>
        <source>Nothing printed yet.</source>
        <translation>Noch nichts ausgegeben.</translation>
    </message>
    <message>
        <source>reading… %1 %</source>
        <translation>Lesen… %1 %</translation>
    </message>
    <message>
        <source>no error found</source>
        <translation>kein Fehler gefunden</translation>
    </message>
    <message>
        <source>no line looks like an error</source>
        <translation>keine Zeile sieht wie ein Fehler aus</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>kein Treffer</translation>
    </message>
    <message>
        <source>first error again</source>
        <translation>wieder der erste Fehler</translation>
    </message>
    <message>
        <source>from the other end</source>
        <translation>vom anderen Ende</translation>
    </message>
    <message>
        <source>no line is selected</source>
        <translation>keine Zeile ist gewählt</translation>
    </message>
    <message>
        <source>copied the first %1 of %2 lines</source>
        <translation>die ersten %1 von %2 Zeilen kopiert</translation>
    </message>
    <message>
        <source>copied %1</source>
        <translation>%1 kopiert</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::LogsView</name>
    <message>
        <source>1 margin</source>
        <translation>1 Marge</translation>
    </message>
    <message>
        <source>%1 margins</source>
        <translation>%1 Margen</translation>
    </message>
    <message>
        <source>Margins in logs</source>
        <translation>Margen in Logs</translation>
    </message>
    <message>
        <source>Near or over</source>
        <translation>Nahe oder darüber</translation>
    </message>
    <message>
        <source>Show only margins at or over the warning (N)</source>
        <translation>Nur Margen ab der Warnschwelle zeigen (N)</translation>
    </message>
    <message>
        <source>Filter: model</source>
        <translation>Filter: Modell</translation>
    </message>
    <message>
        <source>Words that must all occur in model or key (/)</source>
        <translation>Wörter, die alle in Modell oder Schlüssel vorkommen (/)</translation>
    </message>
    <message>
        <source>assumed multiplier</source>
        <translation>angenommener Multiplikator</translation>
    </message>
    <message>
        <source>For lines of older logs, which do not contain it (T)</source>
        <translation>Für Zeilen älterer Logs, die ihn nicht enthalten (T)</translation>
    </message>
    <message>
        <source>For lines of older logs, which do not contain it</source>
        <translation>Für Zeilen älterer Logs, die ihn nicht enthalten</translation>
    </message>
    <message>
        <source>warn at</source>
        <translation>warnen ab</translation>
    </message>
    <message>
        <source>From this margin on a model is near the limit</source>
        <translation>Ab dieser Marge ist ein Modell nahe an der Grenze</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Open logs</source>
        <translation>Logs öffnen</translation>
    </message>
    <message>
        <source>No log is open</source>
        <translation>Kein Log ist offen</translation>
    </message>
    <message>
        <source>Open the logs of accuracy runs, the oldest first: each line in which same() prints its two errors gives a margin. What comes near the limit from log to log is seen before it fails.</source>
        <translation>Öffnen Sie die Logs von Genauigkeitsläufen, die ältesten zuerst: jede Zeile, in der same() seine beiden Fehler ausgibt, ergibt eine Marge. So ist von Log zu Log zu sehen, was der Grenze nahe kommt, bevor es fehlschlägt.</translation>
    </message>
    <message>
        <source>The logs have no margin</source>
        <translation>Die Logs haben keine Marge</translation>
    </message>
    <message>
        <source>same() prints the two errors only where allclose did not pass: &quot;RMSE (res-fp64): ...&quot;.</source>
        <translation>same() gibt die beiden Fehler nur aus, wo allclose nicht bestand: „RMSE (res-fp64): ...“.</translation>
    </message>
    <message>
        <source>No margin matches</source>
        <translation>Keine Marge passt</translation>
    </message>
    <message>
        <source>The filter leaves none of %1.</source>
        <translation>Der Filter lässt keine von %1 übrig.</translation>
    </message>
    <message>
        <source>Show every margin</source>
        <translation>Jede Marge zeigen</translation>
    </message>
    <message>
        <source>%1 in 1 log</source>
        <translation>%1 in 1 Log</translation>
    </message>
    <message>
        <source>%1 in %2 logs</source>
        <translation>%1 in %2 Logs</translation>
    </message>
    <message>
        <source>%1 near or over the limit</source>
        <translation>%1 nahe an der Grenze oder darüber</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MainMenu</name>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>actual: %1
expected: %2</source>
        <translation>tatsächlich: %1
erwartet: %2</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;Decide</source>
        <translation>&amp;Entscheiden</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>Ausfüh&amp;ren</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MainWindow</name>
    <message>
        <source>Menu bar</source>
        <translation>Menüleiste</translation>
    </message>
    <message>
        <source>The files that were compared here are not there any more</source>
        <translation>Die Dateien, die hier verglichen wurden, sind nicht mehr da</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Gehe zu %1</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>All keys (?)</source>
        <translation>Alle Tasten (?)</translation>
    </message>
    <message>
        <source>Help (F1)</source>
        <translation>Hilfe (F1)</translation>
    </message>
    <message>
        <source>[*]Plumbline</source>
        <translation>[*]Plumbline</translation>
    </message>
    <message>
        <source>%1[*] - Plumbline</source>
        <translation>%1[*] - Plumbline</translation>
    </message>
    <message>
        <source>nothing is open</source>
        <translation>nichts ist geöffnet</translation>
    </message>
    <message>
        <source>no table is open</source>
        <translation>keine Tabelle ist geöffnet</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MarginModel</name>
    <message>
        <source>(not in the log)</source>
        <translation>(nicht im Log)</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>The log does not contain multiplier or tol: they are assumed.</source>
        <translation>Das Log enthält weder Multiplikator noch tol: sie sind angenommen.</translation>
    </message>
    <message>
        <source>margin %1, over the limit</source>
        <translation>Marge %1, über der Grenze</translation>
    </message>
    <message>
        <source>margin %1, near the limit</source>
        <translation>Marge %1, nahe an der Grenze</translation>
    </message>
    <message>
        <source>margin %1</source>
        <translation>Marge %1</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The model whose run is logged</source>
        <translation>Das Modell, dessen Lauf protokolliert ist</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>The key named by the failure, where the log names one</source>
        <translation>Der Schlüssel, den der Fehlschlag nennt, wo das Log einen nennt</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Marge</translation>
    </message>
    <message>
        <source>Of the last log that has it: res error / (multiplier x ref error + tol / 10)</source>
        <translation>Des letzten Logs, das sie hat: Fehler von res / (Multiplikator x Fehler von ref + tol / 10)</translation>
    </message>
    <message>
        <source>Trend</source>
        <translation>Trend</translation>
    </message>
    <message>
        <source>The worst margin of each log, in the order in which they were opened</source>
        <translation>Die schlechteste Marge jedes Logs, in der Reihenfolge des Öffnens</translation>
    </message>
    <message>
        <source>res error</source>
        <translation>Fehler von res</translation>
    </message>
    <message>
        <source>As printed: five decimals</source>
        <translation>Wie ausgegeben: fünf Nachkommastellen</translation>
    </message>
    <message>
        <source>ref error</source>
        <translation>Fehler von ref</translation>
    </message>
    <message>
        <source>Multiplier</source>
        <translation>Multiplikator</translation>
    </message>
    <message>
        <source>* assumed: the log does not contain it</source>
        <translation>* angenommen: das Log enthält es nicht</translation>
    </message>
    <message>
        <source>tol</source>
        <translation>tol</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>dtype</translation>
    </message>
    <message>
        <source>Of res; older logs do not contain it</source>
        <translation>Von res; ältere Logs enthalten ihn nicht</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Of the tensor</source>
        <translation>Des Tensors</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>The line in its log</source>
        <translation>Die Zeile in ihrem Log</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MarginTable</name>
    <message>
        <source>Margins in the logs</source>
        <translation>Margen in den Logs</translation>
    </message>
    <message>
        <source>Columns of the margins</source>
        <translation>Spalten der Margen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MatrixColumnHeader</name>
    <message>
        <source>Platforms and backends</source>
        <translation>Plattformen und Backends</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MatrixDelegate</name>
    <message>
        <source>not run</source>
        <translation>nicht gelaufen</translation>
    </message>
    <message>
        <source>no baseline</source>
        <translation>keine Baseline</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MatrixDetails</name>
    <message>
        <source>one file</source>
        <translation>eine Datei</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> von %1</translation>
    </message>
    <message>
        <source>No result of this config was opened. Its baseline holds %1 models.</source>
        <translation>Kein Ergebnis dieser Config wurde geöffnet. Ihre Baseline enthält %1 Modelle.</translation>
    </message>
    <message>
        <source>%1 models were run, and no baseline %2 was opened.</source>
        <translation>%1 Modelle liefen, und keine Baseline %2 wurde geöffnet.</translation>
    </message>
    <message>
        <source> is not here</source>
        <translation> ist nicht hier</translation>
    </message>
    <message>
        <source> are not here</source>
        <translation> sind nicht hier</translation>
    </message>
    <message>
        <source>%1 %2: %3 rows, %4</source>
        <translation>%1 %2: %3 Zeilen, %4</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>nicht benutzt</translation>
    </message>
    <message>
        <source>The current config</source>
        <translation>Die aktuelle Config</translation>
    </message>
    <message>
        <source>Neither a run nor a baseline of this config was opened.</source>
        <translation>Weder ein Lauf noch eine Baseline dieser Config wurde geöffnet.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MatrixGrid</name>
    <message>
        <source>Matrix of configs</source>
        <translation>Matrix der Configs</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MatrixModel</name>
    <message>
        <source>not run</source>
        <translation>nicht gelaufen</translation>
    </message>
    <message>
        <source>no baseline</source>
        <translation>keine Baseline</translation>
    </message>
    <message>
        <source>CI has no such config</source>
        <translation>Die CI hat keine solche Config</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MatrixPage</name>
    <message>
        <source>fail CI</source>
        <translation>lassen die CI fehlschlagen</translation>
    </message>
    <message>
        <source>with lost models</source>
        <translation>mit verlorenen Modellen</translation>
    </message>
    <message>
        <source>with shards missing</source>
        <translation>mit fehlenden Shards</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>nicht gelaufen</translation>
    </message>
    <message>
        <source>without a baseline</source>
        <translation>ohne Baseline</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>nicht beurteilt</translation>
    </message>
    <message>
        <source>%1 of %2 run</source>
        <translation>%1 von %2 gelaufen</translation>
    </message>
    <message>
        <source>Suite</source>
        <translation>Suite</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Changed only</source>
        <translation>Nur Geändertes</translation>
    </message>
    <message>
        <source>Leave out suites and backends in which nothing needs a decision and nothing is missing (U)</source>
        <translation>Suiten und Backends auslassen, in denen nichts eine Entscheidung braucht und nichts fehlt (U)</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>What fails, grouped by the same change</source>
        <translation>Was fehlschlägt, gruppiert nach derselben Änderung</translation>
    </message>
    <message>
        <source>Open a commit</source>
        <translation>Einen Commit öffnen</translation>
    </message>
    <message>
        <source>No commit is open</source>
        <translation>Kein Commit ist offen</translation>
    </message>
    <message>
        <source>Open a folder of artifacts, artifact zips or single CSVs, and a PyTorch checkout for its baselines.</source>
        <translation>Öffnen Sie einen Ordner mit Artefakten, Artefakt-Zips oder einzelne CSVs, und einen PyTorch-Checkout für seine Baselines.</translation>
    </message>
    <message>
        <source>No config is known</source>
        <translation>Keine Config ist bekannt</translation>
    </message>
    <message>
        <source>What was opened holds no result or baseline whose name says suite, mode and backend.</source>
        <translation>Das Geöffnete enthält kein Ergebnis und keine Baseline, deren Name Suite, Modus und Backend nennt.</translation>
    </message>
    <message>
        <source>Look at the sources</source>
        <translation>Die Quellen ansehen</translation>
    </message>
    <message>
        <source>Nothing needs a decision</source>
        <translation>Nichts braucht eine Entscheidung</translation>
    </message>
    <message>
        <source>Every config that was run is as its baseline expects, and no shard is missing.</source>
        <translation>Jede gelaufene Config ist, wie ihre Baseline es erwartet, und kein Shard fehlt.</translation>
    </message>
    <message>
        <source>Show every config</source>
        <translation>Jede Config zeigen</translation>
    </message>
    <message>
        <source>Neither a run nor a baseline of %1 was opened</source>
        <translation>Weder ein Lauf noch eine Baseline von %1 wurde geöffnet</translation>
    </message>
    <message>
        <source>%1 was not run: there is no table to show</source>
        <translation>%1 lief nicht: es gibt keine Tabelle zu zeigen</translation>
    </message>
    <message>
        <source>%1 is not judged: %2</source>
        <translation>%1 ist nicht beurteilt: %2</translation>
    </message>
    <message>
        <source>Copied the matrix: %1 rows, %2 columns</source>
        <translation>Die Matrix kopiert: %1 Zeilen, %2 Spalten</translation>
    </message>
    <message>
        <source>Open the table of this config</source>
        <translation>Die Tabelle dieser Config öffnen</translation>
    </message>
    <message>
        <source>Show the rows of the current cell (Enter or a click on it)</source>
        <translation>Die Zeilen der aktuellen Zelle zeigen (Enter oder ein Klick darauf)</translation>
    </message>
    <message>
        <source>Go to the worst config</source>
        <translation>Zur schlechtesten Config</translation>
    </message>
    <message>
        <source>Go to the first cell with the worst class</source>
        <translation>Zur ersten Zelle mit der schlechtesten Klasse gehen</translation>
    </message>
    <message>
        <source>Every file that was opened, and what it is used for</source>
        <translation>Jede Datei, die geöffnet wurde, und wofür sie benutzt wird</translation>
    </message>
    <message>
        <source>Copy the matrix</source>
        <translation>Die Matrix kopieren</translation>
    </message>
    <message>
        <source>Copy the cells as tab-separated text</source>
        <translation>Die Zellen als Text mit Tabulatoren kopieren</translation>
    </message>
    <message>
        <source>Copy the matrix as Markdown</source>
        <translation>Die Matrix als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy the cells as a Markdown table for an issue</source>
        <translation>Die Zellen als Markdown-Tabelle für ein Issue kopieren</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MatrixRowHeader</name>
    <message>
        <source>Suites and modes</source>
        <translation>Suiten und Modi</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MemberModel</name>
    <message>
        <source>%1 (read-only)</source>
        <translation>%1 (schreibgeschützt)</translation>
    </message>
    <message>
        <source>Config %1</source>
        <translation>Config %1</translation>
    </message>
    <message>
        <source>%1 in %2, %3, %4</source>
        <translation>%1 in %2, %3, %4</translation>
    </message>
    <message>
        <source>The baseline is read-only: %1</source>
        <translation>Die Baseline ist schreibgeschützt: %1</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>Grund: %1</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>Notiz: %1</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>Config</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Expected → actual</source>
        <translation>Erwartet → tatsächlich</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>%1, noise</source>
        <comment>5 → 9</comment>
        <translation>%1, Rauschen</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MemberPanel</name>
    <message>
        <source>Rows of the group</source>
        <translation>Zeilen der Gruppe</translation>
    </message>
    <message>
        <source>The baseline is read-only: %1</source>
        <translation>Die Baseline ist schreibgeschützt: %1</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>Aus %1</translation>
    </message>
    <message>
        <source>Cause: %1</source>
        <translation>Ursache: %1</translation>
    </message>
    <message>
        <source>%1 in %2: %3</source>
        <comment>model, config, why it has its verdict</comment>
        <translation>%1 in %2: %3</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MemberTable</name>
    <message>
        <source>Rows of the group</source>
        <translation>Zeilen der Gruppe</translation>
    </message>
    <message>
        <source>Columns of the rows</source>
        <translation>Spalten der Zeilen</translation>
    </message>
    <message>
        <source>● accepted</source>
        <translation>● übernommen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ModelPage</name>
    <message>
        <source>%1 (not measured)</source>
        <translation>%1 (nicht gemessen)</translation>
    </message>
    <message>
        <source>One model in all configs</source>
        <translation>Ein Modell in allen Configs</translation>
    </message>
    <message>
        <source>Back to the previous page (Esc)</source>
        <translation>Zurück zur vorigen Seite (Esc)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Part of a model&apos;s name, then Enter (/)</source>
        <translation>Teil eines Modellnamens, dann Enter (/)</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Ein Modell finden</translation>
    </message>
    <message>
        <source>Copied 1 command</source>
        <translation>1 Befehl kopiert</translation>
    </message>
    <message>
        <source>Copied %1 commands</source>
        <translation>%1 Befehle kopiert</translation>
    </message>
    <message>
        <source>No commit is open</source>
        <translation>Kein Commit ist offen</translation>
    </message>
    <message>
        <source>Open the artifacts of a CI run and the checkout that holds the baselines.</source>
        <translation>Öffnen Sie die Artefakte eines CI-Laufs und den Checkout mit den Baselines.</translation>
    </message>
    <message>
        <source>Open a commit</source>
        <translation>Einen Commit öffnen</translation>
    </message>
    <message>
        <source>Which model?</source>
        <translation>Welches Modell?</translation>
    </message>
    <message>
        <source>Type part of a name above, or press V on a row of the overview.</source>
        <translation>Schreiben Sie oben einen Teil eines Namens, oder drücken Sie V auf einer Zeile der Übersicht.</translation>
    </message>
    <message>
        <source>Type a name</source>
        <translation>Einen Namen schreiben</translation>
    </message>
    <message>
        <source>No config holds %1</source>
        <translation>Keine Config enthält %1</translation>
    </message>
    <message>
        <source>It is in no run and in no baseline of this commit.</source>
        <translation>Es ist in keinem Lauf und in keiner Baseline dieses Commits.</translation>
    </message>
    <message>
        <source>Type another name</source>
        <translation>Einen anderen Namen schreiben</translation>
    </message>
    <message>
        <source>config</source>
        <translation>Config</translation>
    </message>
    <message>
        <source>configs</source>
        <translation>Configs</translation>
    </message>
    <message>
        <source>in %1, as expected everywhere</source>
        <translation>in %1, überall wie erwartet</translation>
    </message>
    <message>
        <source>in %1, 1 differs</source>
        <translation>in %1, 1 weicht ab</translation>
    </message>
    <message>
        <source>in %1, %2 differ</source>
        <translation>in %1, %2 weichen ab</translation>
    </message>
    <message>
        <source>Type part of a name; Enter shows the model</source>
        <translation>Schreiben Sie einen Teil eines Namens; Enter zeigt das Modell</translation>
    </message>
    <message>
        <source>Open the config&apos;s table</source>
        <translation>Die Tabelle der Config öffnen</translation>
    </message>
    <message>
        <source>Show the whole table of the selected config, at this model (Enter)</source>
        <translation>Die ganze Tabelle der gewählten Config zeigen, bei diesem Modell (Enter)</translation>
    </message>
    <message>
        <source>Copy the commands</source>
        <translation>Die Befehle kopieren</translation>
    </message>
    <message>
        <source>Copy the commands of the selected config to the clipboard</source>
        <translation>Die Befehle der gewählten Config in die Zwischenablage kopieren</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ModelTable</name>
    <message>
        <source>The model in each config</source>
        <translation>Das Modell in jeder Config</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ModelTableModel</name>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>Config</translation>
    </message>
    <message>
        <source>Came from</source>
        <translation>Kam aus</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>%1 expected %2 actual %3</source>
        <translation>%1 erwartet %2 tatsächlich %3</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::MoveDetails</name>
    <message>
        <source>Current model</source>
        <translation>Aktuelles Modell</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::NavRail</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Menu (F10)</source>
        <translation>Menü (F10)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::NoticeRow</name>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy this message with its details</source>
        <translation>Diese Meldung mit ihren Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Dismiss (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Details of the notice</source>
        <translation>Einzelheiten des Hinweises</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::NoticeStrip</name>
    <message>
        <source>%1: %2</source>
        <comment>file, what is wrong</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1, Zeile %2: %3</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>Hinweise</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::NumericsPage</name>
    <message>
        <source>Numerics</source>
        <translation>Numerik</translation>
    </message>
    <message>
        <source>These files cannot be compared</source>
        <translation>Diese Dateien lassen sich nicht vergleichen</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>%1 lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Open other files</source>
        <translation>Andere Dateien öffnen</translation>
    </message>
    <message>
        <source>Reading and comparing</source>
        <translation>Lesen und Vergleichen</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>Dateien öffnen</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>Einen Ordner öffnen</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Nothing was decided.</source>
        <translation>Nichts wurde entschieden.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>The reference is missing</source>
        <translation>Die Referenz fehlt</translation>
    </message>
    <message>
        <source>The result is missing</source>
        <translation>Das Ergebnis fehlt</translation>
    </message>
    <message>
        <source>One more file</source>
        <translation>Noch eine Datei</translation>
    </message>
    <message>
        <source>Choose it above, or drop it here: ref is the expected output, res the output of the compiled model.</source>
        <translation>Wählen Sie sie oben, oder legen Sie sie hier ab: ref ist die erwartete Ausgabe, res die Ausgabe des kompilierten Modells.</translation>
    </message>
    <message>
        <source>Is the compiled model&apos;s answer the same?</source>
        <translation>Ist die Antwort des kompilierten Modells dieselbe?</translation>
    </message>
    <message>
        <source>Choose the output of eager (ref), the output of the compiled model (res) and, for the margin, the output in float64 (fp64): .pt, .npy, .npz or .safetensors files, or folders of them. In Python, torch.save(outputs, &quot;ref.pt&quot;) writes one; a folder with ref.pt, res.pt and fp64.pt sets all three.</source>
        <translation>Wählen Sie die Ausgabe von Eager (ref), die Ausgabe des kompilierten Modells (res) und, für die Marge, die Ausgabe in float64 (fp64): Dateien .pt, .npy, .npz oder .safetensors, oder Ordner davon. In Python schreibt torch.save(outputs, &quot;ref.pt&quot;) eine; ein Ordner mit ref.pt, res.pt und fp64.pt setzt alle drei.</translation>
    </message>
    <message>
        <source>Nothing was decided</source>
        <translation>Nichts wurde entschieden</translation>
    </message>
    <message>
        <source>No files are compared</source>
        <translation>Keine Dateien werden verglichen</translation>
    </message>
    <message>
        <source>Nothing further down fails</source>
        <translation>Weiter unten schlägt nichts fehl</translation>
    </message>
    <message>
        <source>Nothing further up fails</source>
        <translation>Weiter oben schlägt nichts fehl</translation>
    </message>
    <message>
        <source>Nothing fails</source>
        <translation>Nichts schlägt fehl</translation>
    </message>
    <message>
        <source>No tensor has a margin: there is no fp64 reference</source>
        <translation>Kein Tensor hat eine Marge: es gibt keine fp64-Referenz</translation>
    </message>
    <message>
        <source>Rows copied</source>
        <translation>Zeilen kopiert</translation>
    </message>
    <message>
        <source>1 row copied</source>
        <translation>1 Zeile kopiert</translation>
    </message>
    <message>
        <source>%1 rows copied</source>
        <translation>%1 Zeilen kopiert</translation>
    </message>
    <message>
        <source>The report is copied as Markdown</source>
        <translation>Der Bericht ist als Markdown kopiert</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Den Bericht speichern</translation>
    </message>
    <message>
        <source>Reports (*.md *.json *.txt);;Markdown (*.md);;JSON (*.json);;Text (*.txt)</source>
        <translation>Berichte (*.md *.json *.txt);;Markdown (*.md);;JSON (*.json);;Text (*.txt)</translation>
    </message>
    <message>
        <source>Report saved to %1</source>
        <translation>Bericht in %1 gespeichert</translation>
    </message>
    <message>
        <source>Next that fails</source>
        <translation>Nächster Fehlschlag</translation>
    </message>
    <message>
        <source>Go to the next tensor that differs, or the next margin near the limit</source>
        <translation>Zum nächsten Tensor gehen, der abweicht, oder zur nächsten Marge nahe der Grenze</translation>
    </message>
    <message>
        <source>Previous that fails</source>
        <translation>Voriger Fehlschlag</translation>
    </message>
    <message>
        <source>Go back to the previous tensor that differs, or margin near the limit</source>
        <translation>Zum vorigen Tensor zurückgehen, der abweicht, oder zur vorigen Marge nahe der Grenze</translation>
    </message>
    <message>
        <source>First failure</source>
        <translation>Erster Fehlschlag</translation>
    </message>
    <message>
        <source>Go to where torch stops</source>
        <translation>Dorthin gehen, wo torch aufhört</translation>
    </message>
    <message>
        <source>Worst tensor</source>
        <translation>Schlechtester Tensor</translation>
    </message>
    <message>
        <source>Go to the largest margin</source>
        <translation>Zur größten Marge gehen</translation>
    </message>
    <message>
        <source>Open files to compare</source>
        <translation>Dateien zum Vergleichen öffnen</translation>
    </message>
    <message>
        <source>Open ref, res and fp64 at once, or the logs on the other tab</source>
        <translation>ref, res und fp64 auf einmal öffnen, oder die Logs im anderen Reiter</translation>
    </message>
    <message>
        <source>Open a folder to compare</source>
        <translation>Einen Ordner zum Vergleichen öffnen</translation>
    </message>
    <message>
        <source>Open a folder that contains ref, res and fp64</source>
        <translation>Einen Ordner öffnen, der ref, res und fp64 enthält</translation>
    </message>
    <message>
        <source>Choose ref</source>
        <translation>ref wählen</translation>
    </message>
    <message>
        <source>Choose this file alone</source>
        <translation>Diese Datei allein wählen</translation>
    </message>
    <message>
        <source>Choose res</source>
        <translation>res wählen</translation>
    </message>
    <message>
        <source>Choose fp64</source>
        <translation>fp64 wählen</translation>
    </message>
    <message>
        <source>Recent comparisons</source>
        <translation>Letzte Vergleiche</translation>
    </message>
    <message>
        <source>Compare files of an earlier comparison</source>
        <translation>Dateien eines früheren Vergleichs vergleichen</translation>
    </message>
    <message>
        <source>Exchange ref and res</source>
        <translation>ref und res tauschen</translation>
    </message>
    <message>
        <source>same() measures relative to res, so the answer may change</source>
        <translation>same() misst relativ zu res, die Antwort kann sich also ändern</translation>
    </message>
    <message>
        <source>Read the files again</source>
        <translation>Die Dateien neu lesen</translation>
    </message>
    <message>
        <source>After the files changed</source>
        <translation>Nachdem sich die Dateien geändert haben</translation>
    </message>
    <message>
        <source>Files or logs</source>
        <translation>Dateien oder Logs</translation>
    </message>
    <message>
        <source>Change between tensors in files and margins in logs</source>
        <translation>Zwischen Tensoren in Dateien und Margen in Logs wechseln</translation>
    </message>
    <message>
        <source>Show torch&apos;s log</source>
        <translation>Das Log von torch zeigen</translation>
    </message>
    <message>
        <source>Show torch&apos;s own log lines below the answer</source>
        <translation>Die eigenen Logzeilen von torch unter der Antwort zeigen</translation>
    </message>
    <message>
        <source>Copy torch&apos;s log</source>
        <translation>Das Log von torch kopieren</translation>
    </message>
    <message>
        <source>Copy torch&apos;s own log lines as text</source>
        <translation>Die eigenen Logzeilen von torch als Text kopieren</translation>
    </message>
    <message>
        <source>Show the options of same()</source>
        <translation>Die Optionen von same() zeigen</translation>
    </message>
    <message>
        <source>Show or hide them</source>
        <translation>Sie zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Go to the tolerance</source>
        <translation>Zur Toleranz</translation>
    </message>
    <message>
        <source>Move the focus to tol, or to the assumed multiplier of logs (Escape leads back)</source>
        <translation>Den Fokus auf tol setzen, oder auf den angenommenen Multiplikator der Logs (Escape führt zurück)</translation>
    </message>
    <message>
        <source>Reset the options</source>
        <translation>Die Optionen zurücksetzen</translation>
    </message>
    <message>
        <source>Back to the defaults of same()</source>
        <translation>Zurück zu den Vorgaben von same()</translation>
    </message>
    <message>
        <source>Show the details</source>
        <translation>Die Einzelheiten zeigen</translation>
    </message>
    <message>
        <source>Show or hide the details of the current tensor</source>
        <translation>Die Einzelheiten des aktuellen Tensors zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Copy the answer as Markdown</source>
        <translation>Die Antwort als Markdown kopieren</translation>
    </message>
    <message>
        <source>For an issue: files, options, answer and tensors, or the margins of the logs</source>
        <translation>Für ein Issue: Dateien, Optionen, Antwort und Tensoren, oder die Margen der Logs</translation>
    </message>
    <message>
        <source>Save the answer as a report</source>
        <translation>Die Antwort als Bericht speichern</translation>
    </message>
    <message>
        <source>Markdown, JSON or text, by the ending of the name</source>
        <translation>Markdown, JSON oder Text, nach der Endung des Namens</translation>
    </message>
    <message>
        <source>Cancel the comparison</source>
        <translation>Den Vergleich abbrechen</translation>
    </message>
    <message>
        <source>Stop reading and deciding</source>
        <translation>Lesen und Entscheiden anhalten</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter the tensors</source>
        <translation>Die Tensoren filtern</translation>
    </message>
    <message>
        <source>Words in a tensor&apos;s path, or in a model&apos;s name</source>
        <translation>Wörter im Pfad eines Tensors, oder im Namen eines Modells</translation>
    </message>
    <message>
        <source>Only: failing</source>
        <translation>Nur: Fehlschläge</translation>
    </message>
    <message>
        <source>Show only what differs or raises</source>
        <translation>Nur zeigen, was abweicht oder einen Fehler auslöst</translation>
    </message>
    <message>
        <source>Only: near the limit</source>
        <translation>Nur: nahe an der Grenze</translation>
    </message>
    <message>
        <source>Show only what comes near the limit</source>
        <translation>Nur zeigen, was der Grenze nahe kommt</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Den Filter leeren</translation>
    </message>
    <message>
        <source>Show every tensor</source>
        <translation>Jeden Tensor zeigen</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Largest margin first</source>
        <translation>Größte Marge zuerst</translation>
    </message>
    <message>
        <source>One list by margin, all levels together; again: torch&apos;s order</source>
        <translation>Eine Liste nach Marge, alle Ebenen zusammen; noch einmal: Reihenfolge von torch</translation>
    </message>
    <message>
        <source>In torch&apos;s order</source>
        <translation>In der Reihenfolge von torch</translation>
    </message>
    <message>
        <source>Sort by the current column</source>
        <translation>Nach der aktuellen Spalte sortieren</translation>
    </message>
    <message>
        <source>Sort by the column of the current cell; again reverses the order</source>
        <translation>Nach der Spalte der aktuellen Zelle sortieren; noch einmal kehrt die Reihenfolge um</translation>
    </message>
    <message>
        <source>Back to torch&apos;s order</source>
        <translation>Zurück zur Reihenfolge von torch</translation>
    </message>
    <message>
        <source>The tree, in the order in which torch compares</source>
        <translation>Der Baum, in der Reihenfolge, in der torch vergleicht</translation>
    </message>
    <message>
        <source>Open the whole tree</source>
        <translation>Den ganzen Baum öffnen</translation>
    </message>
    <message>
        <source>Show the contents of lists and dicts</source>
        <translation>Den Inhalt von Listen und Dicts zeigen</translation>
    </message>
    <message>
        <source>Close the whole tree</source>
        <translation>Den ganzen Baum schließen</translation>
    </message>
    <message>
        <source>Show the outermost level only</source>
        <translation>Nur die äußerste Ebene zeigen</translation>
    </message>
    <message>
        <source>Copy the rows</source>
        <translation>Die Zeilen kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows as tab-separated text</source>
        <translation>Die gewählten Zeilen als Text mit Tabulatoren kopieren</translation>
    </message>
    <message>
        <source>Choose the columns</source>
        <translation>Die Spalten wählen</translation>
    </message>
    <message>
        <source>Show and hide columns</source>
        <translation>Spalten zeigen und verbergen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::NumericsStrip</name>
    <message>
        <source>The expected output: that of eager</source>
        <translation>Die erwartete Ausgabe: die von Eager</translation>
    </message>
    <message>
        <source>The output of the compiled model</source>
        <translation>Die Ausgabe des kompilierten Modells</translation>
    </message>
    <message>
        <source>The output computed in float64; without it only the tolerance decides</source>
        <translation>Die in float64 berechnete Ausgabe; ohne sie entscheidet nur die Toleranz</translation>
    </message>
    <message>
        <source>Tensors (*.pt *.pth *.bin *.npy *.npz *.safetensors);;All files (*)</source>
        <translation>Tensoren (*.pt *.pth *.bin *.npy *.npz *.safetensors);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Files or logs to compare</source>
        <translation>Zu vergleichende Dateien oder Logs</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Logs</translation>
    </message>
    <message>
        <source>Tensors in files: is the compiled model&apos;s answer the same? (L switches)</source>
        <translation>Tensoren in Dateien: ist die Antwort des kompilierten Modells dieselbe? (L wechselt)</translation>
    </message>
    <message>
        <source>The margins in benchmark logs (L switches)</source>
        <translation>Die Margen in Logs von Benchmarks (L wechselt)</translation>
    </message>
    <message>
        <source>Exchange ref and res</source>
        <translation>ref und res tauschen</translation>
    </message>
    <message>
        <source>Exchange ref and res: same() measures with res (S)</source>
        <translation>ref und res tauschen: same() misst mit res (S)</translation>
    </message>
    <message>
        <source>Recent comparisons</source>
        <translation>Letzte Vergleiche</translation>
    </message>
    <message>
        <source>What was compared before</source>
        <translation>Was zuvor verglichen wurde</translation>
    </message>
    <message>
        <source>Read the files again</source>
        <translation>Die Dateien neu lesen</translation>
    </message>
    <message>
        <source>Read all files again (A)</source>
        <translation>Alle Dateien neu lesen (A)</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>Dateien öffnen</translation>
    </message>
    <message>
        <source>Open two or three files; their names say which is which (I)</source>
        <translation>Zwei oder drei Dateien öffnen; ihre Namen sagen, welche welche ist (I)</translation>
    </message>
    <message>
        <source>Close the logs</source>
        <translation>Die Logs schließen</translation>
    </message>
    <message>
        <source>Close all logs</source>
        <translation>Alle Logs schließen</translation>
    </message>
    <message>
        <source>Open logs</source>
        <translation>Logs öffnen</translation>
    </message>
    <message>
        <source>Open logs of benchmark runs, the oldest first (I)</source>
        <translation>Logs von Benchmark-Läufen öffnen, die ältesten zuerst (I)</translation>
    </message>
    <message>
        <source>No log is open</source>
        <translation>Kein Log ist offen</translation>
    </message>
    <message>
        <source>Open ref, res and fp64</source>
        <translation>ref, res und fp64 öffnen</translation>
    </message>
    <message>
        <source>Open a folder with ref, res and fp64</source>
        <translation>Einen Ordner mit ref, res und fp64 öffnen</translation>
    </message>
    <message>
        <source>Choose the folder of %1</source>
        <translation>Den Ordner von %1 wählen</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>%1 wählen</translation>
    </message>
    <message>
        <source>Open logs of benchmark runs</source>
        <translation>Logs von Benchmark-Läufen öffnen</translation>
    </message>
    <message>
        <source>Logs (*.log *.txt *.out);;All files (*)</source>
        <translation>Logs (*.log *.txt *.out);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::OpenedPathsModel</name>
    <message>
        <source>result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>baselines</source>
        <translation>Baselines</translation>
    </message>
    <message>
        <source>nothing that can be judged</source>
        <translation>nichts Beurteilbares</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>%1 without a name</source>
        <translation>%1 ohne Namen</translation>
    </message>
    <message>
        <source>%1 unreadable</source>
        <translation>%1 unlesbar</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::OpenedPathsTable</name>
    <message>
        <source>Opened paths</source>
        <translation>Geöffnete Pfade</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::OutsideStrip</name>
    <message>
        <source>Changed outside</source>
        <translation>Von außen geändert</translation>
    </message>
    <message>
        <source>Show the difference</source>
        <translation>Den Unterschied zeigen</translation>
    </message>
    <message>
        <source>Show what was changed on disk</source>
        <translation>Zeigen, was auf der Platte geändert wurde</translation>
    </message>
    <message>
        <source>Re-apply my edits</source>
        <translation>Meine Änderungen neu anwenden</translation>
    </message>
    <message>
        <source>Take the version on disk and make the edits on it again</source>
        <translation>Die Fassung auf der Platte nehmen und die Änderungen darauf noch einmal machen</translation>
    </message>
    <message>
        <source>Discard my edits</source>
        <translation>Meine Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Take the version on disk and drop the edits of this file</source>
        <translation>Die Fassung auf der Platte nehmen und die Änderungen dieser Datei fallen lassen</translation>
    </message>
    <message>
        <source>%1 was changed on disk while it has edits here; it is not overwritten.</source>
        <translation>%1 wurde auf der Platte geändert, während es hier Änderungen hat; es wird nicht überschrieben.</translation>
    </message>
    <message>
        <source>%1 was changed on disk while it has edits here; it is not overwritten. %2 more after it.</source>
        <translation>%1 wurde auf der Platte geändert, während es hier Änderungen hat; es wird nicht überschrieben. %2 weitere danach.</translation>
    </message>
    <message>
        <source>One edit does not fit: %1</source>
        <translation>Eine Änderung passt nicht: %1</translation>
    </message>
    <message>
        <source>%1 edits do not fit: %2 …</source>
        <translation>%1 Änderungen passen nicht: %2 …</translation>
    </message>
    <message>
        <source>Re-apply without it</source>
        <translation>Ohne sie neu anwenden</translation>
    </message>
    <message>
        <source>Re-apply the others</source>
        <translation>Die übrigen neu anwenden</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::OverviewBar</name>
    <message>
        <source>Filter: metric, change, model, config</source>
        <translation>Filter: Metrik, Änderung, Modell, Config</translation>
    </message>
    <message>
        <source>Words that must all occur in a group: its metric, its change, a model, a config (/)</source>
        <translation>Wörter, die alle in einer Gruppe vorkommen: ihre Metrik, ihre Änderung, ein Modell, eine Config (/)</translation>
    </message>
    <message>
        <source>Show every group (0)</source>
        <translation>Jede Gruppe zeigen (0)</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>New since</source>
        <translation>Neu seit</translation>
    </message>
    <message>
        <source>Only groups with rows that were not red at an earlier commit of the history (S)</source>
        <translation>Nur Gruppen mit Zeilen, die bei einem früheren Commit des Verlaufs nicht rot waren (S)</translation>
    </message>
    <message>
        <source>Since any time</source>
        <translation>Seit jeher</translation>
    </message>
    <message>
        <source>New since %1, %2</source>
        <translation>Neu seit %1, %2</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::OverviewHead</name>
    <message>
        <source>Review</source>
        <translation>Durchsicht</translation>
    </message>
    <message>
        <source>Look at the edits and save them (R)</source>
        <translation>Die Änderungen ansehen und speichern (R)</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>All configs as a grid (M)</source>
        <translation>Alle Configs als Raster (M)</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>What was opened, what each file was taken for, and what is missing</source>
        <translation>Was geöffnet wurde, wofür jede Datei gehalten wurde und was fehlt</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::OverviewPage</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>No commit is open</source>
        <translation>Kein Commit ist offen</translation>
    </message>
    <message>
        <source>Open the artifacts of a CI run and the checkout that holds the baselines, or drop them here.</source>
        <translation>Öffnen Sie die Artefakte eines CI-Laufs und den Checkout mit den Baselines, oder legen Sie sie hier ab.</translation>
    </message>
    <message>
        <source>Open a commit</source>
        <translation>Einen Commit öffnen</translation>
    </message>
    <message>
        <source>See the sources</source>
        <translation>Die Quellen sehen</translation>
    </message>
    <message>
        <source>Width of the rows</source>
        <translation>Breite der Zeilen</translation>
    </message>
    <message>
        <source>See the matrix</source>
        <translation>Die Matrix sehen</translation>
    </message>
    <message>
        <source>No group matches</source>
        <translation>Keine Gruppe passt</translation>
    </message>
    <message>
        <source>The filter leaves none of %1 groups.</source>
        <translation>Der Filter lässt keine von %1 Gruppen übrig.</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Den Filter leeren</translation>
    </message>
    <message>
        <source>Nothing could be judged</source>
        <translation>Nichts ließ sich beurteilen</translation>
    </message>
    <message>
        <source>No row is to blame</source>
        <translation>Keine Zeile ist schuld</translation>
    </message>
    <message>
        <source>A check script dies or turns a pair down; the matrix shows in which config.</source>
        <translation>Ein Prüfskript stürzt ab oder weist ein Paar zurück; die Matrix zeigt, in welcher Config.</translation>
    </message>
    <message>
        <source>Nothing needs a decision</source>
        <translation>Nichts braucht eine Entscheidung</translation>
    </message>
    <message>
        <source>Every model is as its baseline expects.</source>
        <translation>Jedes Modell ist, wie seine Baseline es erwartet.</translation>
    </message>
    <message>
        <source>Every model that was judged is as its baseline expects. Not everything is here.</source>
        <translation>Jedes beurteilte Modell ist, wie seine Baseline es erwartet. Nicht alles ist hier.</translation>
    </message>
    <message>
        <source>No group further down needs a decision</source>
        <translation>Weiter unten braucht keine Gruppe eine Entscheidung</translation>
    </message>
    <message>
        <source>No group further up needs a decision</source>
        <translation>Weiter oben braucht keine Gruppe eine Entscheidung</translation>
    </message>
    <message>
        <source>Next group that needs a decision</source>
        <translation>Nächste Gruppe, die eine Entscheidung braucht</translation>
    </message>
    <message>
        <source>Go to the next cause that is not decided</source>
        <translation>Zur nächsten Ursache gehen, die nicht entschieden ist</translation>
    </message>
    <message>
        <source>Previous group that needs a decision</source>
        <translation>Vorige Gruppe, die eine Entscheidung braucht</translation>
    </message>
    <message>
        <source>Go back to the previous cause that is not decided</source>
        <translation>Zur vorigen Ursache zurückgehen, die nicht entschieden ist</translation>
    </message>
    <message>
        <source>Go to the rows of the group</source>
        <translation>Zu den Zeilen der Gruppe</translation>
    </message>
    <message>
        <source>Move the keyboard to the rows (Enter or Right in the list; Left leads back)</source>
        <translation>Die Tastatur auf die Zeilen setzen (Enter oder Rechts in der Liste; Links führt zurück)</translation>
    </message>
    <message>
        <source>Show the rows of the group</source>
        <translation>Die Zeilen der Gruppe zeigen</translation>
    </message>
    <message>
        <source>Show or hide the rows on the right</source>
        <translation>Die Zeilen rechts zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Open the config&apos;s table</source>
        <translation>Die Tabelle der Config öffnen</translation>
    </message>
    <message>
        <source>Show the whole table of this row&apos;s config, at this model (Enter on a row)</source>
        <translation>Die ganze Tabelle der Config dieser Zeile zeigen, bei diesem Modell (Enter auf einer Zeile)</translation>
    </message>
    <message>
        <source>Show this model in all configs</source>
        <translation>Dieses Modell in allen Configs zeigen</translation>
    </message>
    <message>
        <source>Expected and actual of this row&apos;s model everywhere, with the commands to run it</source>
        <translation>Erwartet und tatsächlich des Modells dieser Zeile überall, mit den Befehlen, es auszuführen</translation>
    </message>
    <message>
        <source>What was opened</source>
        <translation>Was geöffnet wurde</translation>
    </message>
    <message>
        <source>The sources of this commit: what each file is used for, and what is missing</source>
        <translation>Die Quellen dieses Commits: wofür jede Datei benutzt wird und was fehlt</translation>
    </message>
    <message>
        <source>Accept the group</source>
        <translation>Die Gruppe übernehmen</translation>
    </message>
    <message>
        <source>Write the cells that the group is about into all its baselines, as one step; rows decided singly stay</source>
        <translation>Die Zellen, um die es der Gruppe geht, in alle ihre Baselines schreiben, als ein Schritt; einzeln entschiedene Zeilen bleiben</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Accept the whole rows of the group</source>
        <translation>Die ganzen Zeilen der Gruppe übernehmen</translation>
    </message>
    <message>
        <source>Write every value of these rows, also what is not part of the group</source>
        <translation>Jeden Wert dieser Zeilen schreiben, auch was nicht zur Gruppe gehört</translation>
    </message>
    <message>
        <source>Keep the baselines of the group</source>
        <translation>Die Baselines der Gruppe behalten</translation>
    </message>
    <message>
        <source>Leave the baselines as they are; edits of these rows are taken back</source>
        <translation>Die Baselines lassen, wie sie sind; Änderungen dieser Zeilen werden zurückgenommen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Mark the group as flaky</source>
        <translation>Die Gruppe als flaky markieren</translation>
    </message>
    <message>
        <source>Add its models to a flaky list, with a reason</source>
        <translation>Ihre Modelle in eine Flaky-Liste aufnehmen, mit einem Grund</translation>
    </message>
    <message>
        <source>Flaky</source>
        <translation>Flaky</translation>
    </message>
    <message>
        <source>Write a note on the group</source>
        <translation>Eine Notiz zur Gruppe schreiben</translation>
    </message>
    <message>
        <source>A note for later readers; it changes no file</source>
        <translation>Eine Notiz für spätere Leser; sie ändert keine Datei</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Filter the groups</source>
        <translation>Die Gruppen filtern</translation>
    </message>
    <message>
        <source>Words in metric, change, models and configs</source>
        <translation>Wörter in Metrik, Änderung, Modellen und Configs</translation>
    </message>
    <message>
        <source>Only: %1</source>
        <translation>Nur: %1</translation>
    </message>
    <message>
        <source>Show only groups of the class %1</source>
        <translation>Nur Gruppen der Klasse %1 zeigen</translation>
    </message>
    <message>
        <source>Show every group</source>
        <translation>Jede Gruppe zeigen</translation>
    </message>
    <message>
        <source>Groups that are new since a commit</source>
        <translation>Gruppen, die seit einem Commit neu sind</translation>
    </message>
    <message>
        <source>Choose an earlier commit of the history: only groups with rows that were not red then stay</source>
        <translation>Einen früheren Commit des Verlaufs wählen: nur Gruppen mit Zeilen, die damals nicht rot waren, bleiben</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::PairHeader</name>
    <message>
        <source>actual</source>
        <translation>tatsächlich</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>erwartet</translation>
    </message>
    <message>
        <source>rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Files and rules</source>
        <translation>Dateien und Regeln</translation>
    </message>
    <message>
        <source>Rule set in use</source>
        <translation>Benutzter Regelsatz</translation>
    </message>
    <message>
        <source>Rule sets</source>
        <translation>Regelsätze</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::PairOpener</name>
    <message>
        <source>Open two CSV files: actual and expected</source>
        <translation>Zwei CSV-Dateien öffnen: tatsächlich und erwartet</translation>
    </message>
    <message>
        <source>Now the expected file for %1</source>
        <translation>Jetzt die erwartete Datei für %1</translation>
    </message>
    <message>
        <source>Choose the actual file</source>
        <translation>Die tatsächliche Datei wählen</translation>
    </message>
    <message>
        <source>Choose the expected file</source>
        <translation>Die erwartete Datei wählen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::PresetBar</name>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save the form as a preset of this name</source>
        <translation>Das Formular als Voreinstellung dieses Namens speichern</translation>
    </message>
    <message>
        <source>Remove the preset</source>
        <translation>Die Voreinstellung entfernen</translation>
    </message>
    <message>
        <source>Remove the preset of this name; it can be restored</source>
        <translation>Die Voreinstellung dieses Namens entfernen; sie lässt sich wiederherstellen</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>Choose a saved form, or type a name and save this one</source>
        <translation>Ein gespeichertes Formular wählen, oder einen Namen schreiben und dieses speichern</translation>
    </message>
    <message>
        <source>a preset</source>
        <translation>Voreinstellung</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::QueueModel</name>
    <message>
        <source>left behind</source>
        <translation>zurückgelassen</translation>
    </message>
    <message>
        <source>not yours</source>
        <translation>nicht Ihrer</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>; its waiting tasks are held back (P resumes)</source>
        <translation>; seine wartenden Aufgaben sind zurückgehalten (P setzt fort)</translation>
    </message>
    <message>
        <source>; started by another window, and found again</source>
        <translation>; von einem anderen Fenster gestartet und wiedergefunden</translation>
    </message>
    <message>
        <source>; its window is gone (Resume the runs continues it)</source>
        <translation>; sein Fenster ist weg („Die Läufe fortsetzen“ führt ihn weiter)</translation>
    </message>
    <message>
        <source>; of another user, or others may write to its folder: shown, never run</source>
        <translation>; von einem anderen Benutzer, oder andere dürfen in seinen Ordner schreiben: gezeigt, nie ausgeführt</translation>
    </message>
    <message>
        <source>queued %1</source>
        <translation>eingereiht %1</translation>
    </message>
    <message>
        <source>Estimated from the tasks and models that are done</source>
        <translation>Geschätzt aus den erledigten Aufgaben und Modellen</translation>
    </message>
    <message>
        <source>priority %1%2</source>
        <translation>Priorität %1%2</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Rest</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::RawRowsModel</name>
    <message>
        <source>%1 expected %2 actual %3 changed</source>
        <translation>%1 erwartet %2 tatsächlich %3 geändert</translation>
    </message>
    <message>
        <source>%1 expected %2 actual %3</source>
        <translation>%1 erwartet %2 tatsächlich %3</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>nicht da</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Actual</source>
        <translation>Tatsächlich</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::RawRowsView</name>
    <message>
        <source>Both rows, field by field</source>
        <translation>Beide Zeilen, Feld für Feld</translation>
    </message>
    <message>
        <source>Columns of the field table</source>
        <translation>Spalten der Feldtabelle</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::RecentButton</name>
    <message>
        <source>Open again: %1</source>
        <translation>Noch einmal öffnen: %1</translation>
    </message>
    <message>
        <source>actual: %1
expected: %2</source>
        <translation>tatsächlich: %1
erwartet: %2</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ReproFields</name>
    <message>
        <source>none: random numbers</source>
        <translation>keiner: Zufallszahlen</translation>
    </message>
    <message>
        <source>as the script says</source>
        <translation>wie das Skript sagt</translation>
    </message>
    <message>
        <source>repro.py, or drop it here</source>
        <translation>repro.py, oder hier ablegen</translation>
    </message>
    <message>
        <source>Choose a repro script</source>
        <translation>Ein Repro-Skript wählen</translation>
    </message>
    <message>
        <source>Write a new repro script (Shift+N)</source>
        <translation>Ein neues Repro-Skript schreiben (Umschalt+N)</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>in processes of their own</source>
        <translation>in eigenen Prozessen</translation>
    </message>
    <message>
        <source>in one process</source>
        <translation>in einem Prozess</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>Repro script</source>
        <translation>Repro-Skript</translation>
    </message>
    <message>
        <source>The script</source>
        <translation>Das Skript</translation>
    </message>
    <message>
        <source>repro script</source>
        <translation>Repro-Skript</translation>
    </message>
    <message>
        <source>A script that PyTorch wrote when a model failed; drop a .py file on the page to name it</source>
        <translation>Ein Skript, das PyTorch schrieb, als ein Modell fehlschlug; legen Sie eine .py-Datei auf der Seite ab, um es zu nennen</translation>
    </message>
    <message>
        <source>What the script shall do</source>
        <translation>Was das Skript tun soll</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Compares</source>
        <translation>Vergleicht</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Autocast</source>
        <translation>Autocast</translation>
    </message>
    <message>
        <source>Tracing mode</source>
        <translation>Tracing-Modus</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Abfragen</translation>
    </message>
    <message>
        <source>Folder of saved inputs</source>
        <translation>Ordner gespeicherter Eingaben</translation>
    </message>
    <message>
        <source>Largest granularity</source>
        <translation>Größte Granularität</translation>
    </message>
    <message>
        <source>Failure to look for</source>
        <translation>Gesuchter Fehlschlag</translation>
    </message>
    <message>
        <source>Keep the script&apos;s repro variables and cache folders</source>
        <translation>Die Repro-Variablen und Cache-Ordner des Skripts behalten</translation>
    </message>
    <message>
        <source>Run the script itself instead of a copy without such lines</source>
        <translation>Das Skript selbst ausführen statt einer Kopie ohne solche Zeilen</translation>
    </message>
    <message>
        <source>Reading the script …</source>
        <translation>Das Skript wird gelesen …</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>strictly</source>
        <translation>streng</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ReproView</name>
    <message>
        <source>When the accuracy fails in this run, PyTorch writes a repro script, which is listed here.</source>
        <translation>Wenn die Genauigkeit in diesem Lauf fehlschlägt, schreibt PyTorch ein Repro-Skript, das hier steht.</translation>
    </message>
    <message>
        <source>The run left no repro script: its accuracy did not fail this time, or it ended before it was compared. Run it again to see whether the failure comes and goes.</source>
        <translation>Der Lauf hinterließ kein Repro-Skript: seine Genauigkeit schlug diesmal nicht fehl, oder er endete vor dem Vergleich. Führen Sie ihn noch einmal aus, um zu sehen, ob der Fehlschlag kommt und geht.</translation>
    </message>
    <message>
        <source>Result of the repro run</source>
        <translation>Ergebnis des Repro-Laufs</translation>
    </message>
    <message>
        <source>Queue the run again, as often as its class should take (Shift+A)</source>
        <translation>Den Lauf noch einmal einreihen, so oft, wie seine Klasse braucht (Umschalt+A)</translation>
    </message>
    <message>
        <source>Scripts that the run left</source>
        <translation>Skripte, die der Lauf hinterließ</translation>
    </message>
    <message>
        <source>Use in the form</source>
        <translation>Im Formular benutzen</translation>
    </message>
    <message>
        <source>Fill the form with this script; nothing starts by itself (S, Enter)</source>
        <translation>Das Formular mit diesem Skript füllen; nichts startet von selbst (S, Enter)</translation>
    </message>
    <message>
        <source>Run it %1 times</source>
        <translation>%1 mal ausführen</translation>
    </message>
    <message>
        <source>Fill the form with this script %1 times: does it fail every time? (Shift+S)</source>
        <translation>Das Formular mit diesem Skript %1 mal füllen: schlägt es jedes Mal fehl? (Umschalt+S)</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open the folder of the script</source>
        <translation>Den Ordner des Skripts öffnen</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Copy the path of the script</source>
        <translation>Den Pfad des Skripts kopieren</translation>
    </message>
    <message>
        <source>Fails in </source>
        <translation>Schlägt fehl in </translation>
    </message>
    <message>
        <source>Eager differs from itself in </source>
        <translation>Eager weicht von sich selbst ab in </translation>
    </message>
    <message>
        <source>Too few repeats to decide.</source>
        <translation>Zu wenige Wiederholungen, um zu entscheiden.</translation>
    </message>
    <message>
        <source>Run %1 times</source>
        <translation>%1 mal ausführen</translation>
    </message>
    <message>
        <source>and %1 more in the log</source>
        <translation>und %1 weitere im Log</translation>
    </message>
    <message>
        <source>Reading the log …</source>
        <translation>Das Log wird gelesen …</translation>
    </message>
    <message>
        <source>The outcome is shown here once the task is done.</source>
        <translation>Der Ausgang steht hier, sobald die Aufgabe erledigt ist.</translation>
    </message>
    <message>
        <source>1 node   </source>
        <translation>1 Knoten   </translation>
    </message>
    <message>
        <source>%1 nodes   </source>
        <translation>%1 Knoten   </translation>
    </message>
    <message>
        <source>Checkpoints of the minifier: %1</source>
        <translation>Checkpoints des Minifiers: %1</translation>
    </message>
    <message>
        <source>Repro scripts that the run left</source>
        <translation>Repro-Skripte, die der Lauf hinterließ</translation>
    </message>
    <message>
        <source>Next: run the script %1 times. That shows whether the failure occurs every time, and whether eager itself is deterministic; then let it be minified.</source>
        <translation>Als Nächstes: das Skript %1 mal ausführen. Das zeigt, ob der Fehlschlag jedes Mal auftritt und ob Eager selbst deterministisch ist; danach lassen Sie es verkleinern.</translation>
    </message>
    <message>
        <source>The minifier still works. Cancelling it (X) keeps these. Queries in one process (--no-isolate) would be faster.</source>
        <translation>Der Minifier arbeitet noch. Ein Abbruch (X) behält diese. Abfragen in einem Prozess (--no-isolate) wären schneller.</translation>
    </message>
    <message>
        <source>The minifier still works. Cancelling it (X) keeps these.</source>
        <translation>Der Minifier arbeitet noch. Ein Abbruch (X) behält diese.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ReviewModel</name>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>lines %1 to %2</source>
        <translation>Zeilen %1 bis %2</translation>
    </message>
    <message>
        <source>%1
%2, %3 added, %4 removed</source>
        <translation>%1
%2, %3 hinzugefügt, %4 entfernt</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>%1, %2 added, %3 removed</source>
        <translation>%1, %2 hinzugefügt, %3 entfernt</translation>
    </message>
    <message>
        <source>%1, %2, %3 added, %4 removed</source>
        <translation>%1, %2, %3 hinzugefügt, %4 entfernt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>model, what was decided</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>edits</source>
        <translation>Änderungen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ReviewPage</name>
    <message>
        <source>Review</source>
        <translation>Durchsicht</translation>
    </message>
    <message>
        <source>Edited files and their changes</source>
        <translation>Geänderte Dateien und ihre Änderungen</translation>
    </message>
    <message>
        <source>Width of the tree</source>
        <translation>Breite des Baums</translation>
    </message>
    <message>
        <source>Height of the message</source>
        <translation>Höhe der Nachricht</translation>
    </message>
    <message>
        <source>Unified</source>
        <translation>Vereint</translation>
    </message>
    <message>
        <source>Removed and added lines one below the other</source>
        <translation>Entfernte und hinzugefügte Zeilen untereinander</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Saved on the left, edited on the right</source>
        <translation>Links gespeichert, rechts geändert</translation>
    </message>
    <message>
        <source>%1 saved and not committed</source>
        <translation>%1 gespeichert und nicht committet</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>git is running; wait for it, or cancel it above</source>
        <translation>git läuft; warten Sie, oder brechen Sie es oben ab</translation>
    </message>
    <message>
        <source>Nothing is edited, and no saved file waits for a commit</source>
        <translation>Nichts ist geändert, und keine gespeicherte Datei wartet auf einen Commit</translation>
    </message>
    <message>
        <source>Write a commit message first</source>
        <translation>Schreiben Sie zuerst eine Commit-Nachricht</translation>
    </message>
    <message>
        <source>Nothing is edited</source>
        <translation>Nichts ist geändert</translation>
    </message>
    <message>
        <source>In Triage, A accepts what the run says.</source>
        <translation>In der Triage übernimmt A, was der Lauf sagt.</translation>
    </message>
    <message>
        <source>Go to Triage</source>
        <translation>Zur Triage</translation>
    </message>
    <message>
        <source>%1 (new file)</source>
        <translation>%1 (neue Datei)</translation>
    </message>
    <message>
        <source>%1 added, %2 removed</source>
        <translation>%1 hinzugefügt, %2 entfernt</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>%1 in %2, %3 added, %4 removed</source>
        <translation>%1 in %2, %3 hinzugefügt, %4 entfernt</translation>
    </message>
    <message>
        <source>This is the last change</source>
        <translation>Dies ist die letzte Änderung</translation>
    </message>
    <message>
        <source>This is the first change</source>
        <translation>Dies ist die erste Änderung</translation>
    </message>
    <message>
        <source>%1 (undo: Ctrl+Z)</source>
        <translation>%1 (rückgängig: Strg+Z)</translation>
    </message>
    <message>
        <source>Changed on disk since it was read: %1</source>
        <translation>Auf der Platte geändert, seit sie gelesen wurde: %1</translation>
    </message>
    <message>
        <source>%1: the edits now stand on the version on disk</source>
        <translation>%1: die Änderungen stehen jetzt auf der Fassung der Platte</translation>
    </message>
    <message>
        <source>%1: edits discarded</source>
        <translation>%1: Änderungen verworfen</translation>
    </message>
    <message>
        <source>%1 has no conflicts</source>
        <translation>%1 hat keine Konflikte</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>Nächste Änderung</translation>
    </message>
    <message>
        <source>Go to the next change, over all files</source>
        <translation>Zur nächsten Änderung gehen, über alle Dateien</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>Vorige Änderung</translation>
    </message>
    <message>
        <source>Go back to the previous change</source>
        <translation>Zur vorigen Änderung zurückgehen</translation>
    </message>
    <message>
        <source>Revert this change</source>
        <translation>Diese Änderung zurücknehmen</translation>
    </message>
    <message>
        <source>Take the selected change back, or all changes of the selected file; can be undone</source>
        <translation>Die gewählte Änderung zurücknehmen, oder alle der gewählten Datei; lässt sich rückgängig machen</translation>
    </message>
    <message>
        <source>Saved and edited lines side by side, or one below the other</source>
        <translation>Gespeicherte und geänderte Zeilen nebeneinander oder untereinander</translation>
    </message>
    <message>
        <source>Edit the commit message</source>
        <translation>Die Commit-Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Put the keyboard into the message</source>
        <translation>Die Tastatur in die Nachricht setzen</translation>
    </message>
    <message>
        <source>Propose the message again</source>
        <translation>Die Nachricht neu vorschlagen</translation>
    </message>
    <message>
        <source>Replace what was typed by a new proposal</source>
        <translation>Was geschrieben wurde, durch einen neuen Vorschlag ersetzen</translation>
    </message>
    <message>
        <source>Save all edits</source>
        <translation>Alle Änderungen speichern</translation>
    </message>
    <message>
        <source>Write all edited files</source>
        <translation>Alle geänderten Dateien schreiben</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <source>Save, and commit these files with git; hooks run, nothing is pushed</source>
        <translation>Speichern und diese Dateien mit git committen; Hooks laufen, nichts wird gepusht</translation>
    </message>
    <message>
        <source>Undo the commit</source>
        <translation>Den Commit zurücknehmen</translation>
    </message>
    <message>
        <source>Take the last commit back; its files stay as they are (git reset --soft)</source>
        <translation>Den letzten Commit zurücknehmen; seine Dateien bleiben, wie sie sind (git reset --soft)</translation>
    </message>
    <message>
        <source>Export the patch</source>
        <translation>Den Patch exportieren</translation>
    </message>
    <message>
        <source>Write one patch for git apply, without saving</source>
        <translation>Einen Patch für git apply schreiben, ohne zu speichern</translation>
    </message>
    <message>
        <source>Copy the patch</source>
        <translation>Den Patch kopieren</translation>
    </message>
    <message>
        <source>Put the patch on the clipboard</source>
        <translation>Den Patch in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>Copy the commit message</source>
        <translation>Die Commit-Nachricht kopieren</translation>
    </message>
    <message>
        <source>Put the commit message on the clipboard</source>
        <translation>Die Commit-Nachricht in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>Changed outside: show the difference</source>
        <translation>Von außen geändert: den Unterschied zeigen</translation>
    </message>
    <message>
        <source>Changed outside: re-apply my edits</source>
        <translation>Von außen geändert: meine Änderungen neu anwenden</translation>
    </message>
    <message>
        <source>Changed outside: discard my edits</source>
        <translation>Von außen geändert: meine Änderungen verwerfen</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>edits</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>%1 not saved</source>
        <translation>%1 nicht gespeichert</translation>
    </message>
    <message>
        <source>decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>decisions</source>
        <translation>Entscheidungen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::RunChip</name>
    <message>
        <source>before</source>
        <translation>vorher</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nachher</translation>
    </message>
    <message>
        <source>Run %1, %2: %3</source>
        <translation>Lauf %1, %2: %3</translation>
    </message>
    <message>
        <source>Run %1: %2</source>
        <translation>Lauf %1: %2</translation>
    </message>
    <message>
        <source>commit %1</source>
        <translation>Commit %1</translation>
    </message>
    <message>
        <source>a baseline</source>
        <translation>eine Baseline</translation>
    </message>
    <message>
        <source>Run %1, %2, %3</source>
        <translation>Lauf %1, %2, %3</translation>
    </message>
    <message>
        <source>Run %1, %2</source>
        <translation>Lauf %1, %2</translation>
    </message>
    <message>
        <source>%1. Enter opens what can be done with it, Delete takes it away</source>
        <translation>%1. Enter öffnet, was damit möglich ist, Entf nimmt ihn weg</translation>
    </message>
    <message>
        <source>repeats before</source>
        <translation>Wiederholungen vorher</translation>
    </message>
    <message>
        <source>repeats after</source>
        <translation>Wiederholungen nachher</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::RunCommands</name>
    <message>
        <source>Only runs in the states that are chosen</source>
        <translation>Nur Läufe in den gewählten Zuständen</translation>
    </message>
    <message>
        <source>The logs in the order of the steps, then the result</source>
        <translation>Die Logs in der Reihenfolge der Schritte, dann das Ergebnis</translation>
    </message>
    <message>
        <source>The form is filled; nothing has started</source>
        <translation>Das Formular ist gefüllt; nichts ist gestartet</translation>
    </message>
    <message>
        <source>The form is filled for %1 runs of %2; nothing has started</source>
        <translation>Das Formular ist für %1 Läufe von %2 gefüllt; nichts ist gestartet</translation>
    </message>
    <message>
        <source>The form is filled with %1; nothing has started</source>
        <translation>Das Formular ist mit %1 gefüllt; nichts ist gestartet</translation>
    </message>
    <message>
        <source>Queued again, %1 times</source>
        <translation>Wieder eingereiht, %1 mal</translation>
    </message>
    <message>
        <source>Paused %1; running tasks continue</source>
        <translation>%1 pausiert; laufende Aufgaben gehen weiter</translation>
    </message>
    <message>
        <source>Resumed %1</source>
        <translation>%1 fortgesetzt</translation>
    </message>
    <message>
        <source>%1 removed, with logs and results.</source>
        <translation>%1 entfernt, mit Logs und Ergebnissen.</translation>
    </message>
    <message>
        <source>Removed %1 (U restores)</source>
        <translation>%1 entfernt (U stellt wieder her)</translation>
    </message>
    <message>
        <source>Restored %1</source>
        <translation>%1 wiederhergestellt</translation>
    </message>
    <message>
        <source>The run is not over yet</source>
        <translation>Der Lauf ist noch nicht zu Ende</translation>
    </message>
    <message>
        <source>This run has no result to open</source>
        <translation>Dieser Lauf hat kein Ergebnis zum Öffnen</translation>
    </message>
    <message>
        <source>This run has no result that charts could show</source>
        <translation>Dieser Lauf hat kein Ergebnis, das Diagramme zeigen könnten</translation>
    </message>
    <message>
        <source>No failed run further down</source>
        <translation>Weiter unten kein fehlgeschlagener Lauf</translation>
    </message>
    <message>
        <source>No failed run further up</source>
        <translation>Weiter oben kein fehlgeschlagener Lauf</translation>
    </message>
    <message>
        <source>Copied %1 tasks</source>
        <translation>%1 Aufgaben kopiert</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>%1 kopiert</translation>
    </message>
    <message>
        <source>Copied the commands of %1</source>
        <translation>Die Befehle von %1 kopiert</translation>
    </message>
    <message>
        <source>Copied the path of %1</source>
        <translation>Den Pfad von %1 kopiert</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>Show the form and move the focus into it</source>
        <translation>Das Formular zeigen und den Fokus hineinsetzen</translation>
    </message>
    <message>
        <source>Start the run of the form</source>
        <translation>Den Lauf des Formulars starten</translation>
    </message>
    <message>
        <source>Add it to the queue, or show why it cannot start</source>
        <translation>Ihn in die Warteschlange stellen, oder zeigen, warum er nicht starten kann</translation>
    </message>
    <message>
        <source>Show or hide the form of a new run</source>
        <translation>Das Formular eines neuen Laufs zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Cancel the runs</source>
        <translation>Die Läufe abbrechen</translation>
    </message>
    <message>
        <source>End the selected runs with everything they started; they can be run again</source>
        <translation>Die gewählten Läufe mit allem, was sie starteten, beenden; sie lassen sich noch einmal ausführen</translation>
    </message>
    <message>
        <source>Cancelling %1</source>
        <translation>%1 wird abgebrochen</translation>
    </message>
    <message>
        <source>Resume the runs</source>
        <translation>Die Läufe fortsetzen</translation>
    </message>
    <message>
        <source>Continue the selected runs that were left behind by another process</source>
        <translation>Die gewählten Läufe weiterführen, die ein anderer Prozess zurückließ</translation>
    </message>
    <message>
        <source>Resuming %1</source>
        <translation>%1 wird fortgesetzt</translation>
    </message>
    <message>
        <source>Cancel the task</source>
        <translation>Die Aufgabe abbrechen</translation>
    </message>
    <message>
        <source>End the chosen task only</source>
        <translation>Nur die gewählte Aufgabe beenden</translation>
    </message>
    <message>
        <source>Retry what failed</source>
        <translation>Fehlgeschlagenes noch einmal</translation>
    </message>
    <message>
        <source>Run again those tasks of the selected runs that failed, timed out, were lost or cancelled</source>
        <translation>Jene Aufgaben der gewählten Läufe noch einmal ausführen, die fehlschlugen, das Zeitlimit überschritten, verloren gingen oder abgebrochen wurden</translation>
    </message>
    <message>
        <source>Retrying the failed tasks of %1</source>
        <translation>Die fehlgeschlagenen Aufgaben von %1 laufen noch einmal</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Noch einmal ausführen</translation>
    </message>
    <message>
        <source>Queue the selected runs again</source>
        <translation>Die gewählten Läufe noch einmal einreihen</translation>
    </message>
    <message>
        <source>Queued %1 again</source>
        <translation>%1 noch einmal eingereiht</translation>
    </message>
    <message>
        <source>Change and run again</source>
        <translation>Ändern und noch einmal ausführen</translation>
    </message>
    <message>
        <source>Fill the form from the current run</source>
        <translation>Das Formular aus dem aktuellen Lauf füllen</translation>
    </message>
    <message>
        <source>Pause or resume the runs</source>
        <translation>Die Läufe pausieren oder fortsetzen</translation>
    </message>
    <message>
        <source>Hold back the waiting tasks; running tasks continue</source>
        <translation>Die wartenden Aufgaben zurückhalten; laufende gehen weiter</translation>
    </message>
    <message>
        <source>Run sooner</source>
        <translation>Früher ausführen</translation>
    </message>
    <message>
        <source>Raise the priority of the selected runs</source>
        <translation>Die Priorität der gewählten Läufe erhöhen</translation>
    </message>
    <message>
        <source>Run later</source>
        <translation>Später ausführen</translation>
    </message>
    <message>
        <source>Lower the priority of the selected runs</source>
        <translation>Die Priorität der gewählten Läufe senken</translation>
    </message>
    <message>
        <source>Remove the runs</source>
        <translation>Die Läufe entfernen</translation>
    </message>
    <message>
        <source>Remove the selected runs that are over, with their logs; U restores them</source>
        <translation>Die gewählten beendeten Läufe mit ihren Logs entfernen; U stellt sie wieder her</translation>
    </message>
    <message>
        <source>Remove all runs that are over</source>
        <translation>Alle beendeten Läufe entfernen</translation>
    </message>
    <message>
        <source>Those that the filter shows, with their logs; U restores them</source>
        <translation>Die, die der Filter zeigt, mit ihren Logs; U stellt sie wieder her</translation>
    </message>
    <message>
        <source>Restore the removed runs</source>
        <translation>Die entfernten Läufe wiederherstellen</translation>
    </message>
    <message>
        <source>Those that were removed last</source>
        <translation>Die zuletzt entfernten</translation>
    </message>
    <message>
        <source>Open the result</source>
        <translation>Das Ergebnis öffnen</translation>
    </message>
    <message>
        <source>Compare the result with its baseline in triage (also Enter in the table)</source>
        <translation>Das Ergebnis in der Triage mit seiner Baseline vergleichen (auch Enter in der Tabelle)</translation>
    </message>
    <message>
        <source>Show the results in charts</source>
        <translation>Die Ergebnisse in Diagrammen zeigen</translation>
    </message>
    <message>
        <source>Those of the selected runs together</source>
        <translation>Die der gewählten Läufe zusammen</translation>
    </message>
    <message>
        <source>Show or hide by state: running</source>
        <translation>Nach Zustand zeigen oder verbergen: läuft</translation>
    </message>
    <message>
        <source>Show or hide by state: waiting</source>
        <translation>Nach Zustand zeigen oder verbergen: wartet</translation>
    </message>
    <message>
        <source>Show or hide by state: failed</source>
        <translation>Nach Zustand zeigen oder verbergen: fehlgeschlagen</translation>
    </message>
    <message>
        <source>Show or hide by state: cancelled</source>
        <translation>Nach Zustand zeigen oder verbergen: abgebrochen</translation>
    </message>
    <message>
        <source>Show or hide by state: done</source>
        <translation>Nach Zustand zeigen oder verbergen: erledigt</translation>
    </message>
    <message>
        <source>Show all runs</source>
        <translation>Alle Läufe zeigen</translation>
    </message>
    <message>
        <source>Clear the filter by state</source>
        <translation>Den Filter nach Zustand leeren</translation>
    </message>
    <message>
        <source>Next run that failed</source>
        <translation>Nächster fehlgeschlagener Lauf</translation>
    </message>
    <message>
        <source>Previous run that failed</source>
        <translation>Voriger fehlgeschlagener Lauf</translation>
    </message>
    <message>
        <source>First error in the log</source>
        <translation>Erster Fehler im Log</translation>
    </message>
    <message>
        <source>Go to the first line that looks like an error</source>
        <translation>Zur ersten Zeile gehen, die wie ein Fehler aussieht</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>Das Log durchsuchen</translation>
    </message>
    <message>
        <source>Next match in the log</source>
        <translation>Nächster Treffer im Log</translation>
    </message>
    <message>
        <source>Previous match in the log</source>
        <translation>Voriger Treffer im Log</translation>
    </message>
    <message>
        <source>End of the log</source>
        <translation>Ende des Logs</translation>
    </message>
    <message>
        <source>Go to the end of the log and follow it</source>
        <translation>Ans Ende des Logs gehen und ihm folgen</translation>
    </message>
    <message>
        <source>Show log or result 1</source>
        <translation>Log oder Ergebnis 1 zeigen</translation>
    </message>
    <message>
        <source>Show log or result 2</source>
        <translation>Log oder Ergebnis 2 zeigen</translation>
    </message>
    <message>
        <source>Show log or result 3</source>
        <translation>Log oder Ergebnis 3 zeigen</translation>
    </message>
    <message>
        <source>Copy the runs</source>
        <translation>Die Läufe kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows as tab-separated text</source>
        <translation>Die gewählten Zeilen als Text mit Tabulatoren kopieren</translation>
    </message>
    <message>
        <source>Copy the runs as Markdown</source>
        <translation>Die Läufe als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows as a table for an issue</source>
        <translation>Die gewählten Zeilen als Tabelle für ein Issue kopieren</translation>
    </message>
    <message>
        <source>Copy the commands</source>
        <translation>Die Befehle kopieren</translation>
    </message>
    <message>
        <source>Those of the form while it has the focus, otherwise those of the current run</source>
        <translation>Die des Formulars, solange es den Fokus hat, sonst die des aktuellen Laufs</translation>
    </message>
    <message>
        <source>New repro script</source>
        <translation>Neues Repro-Skript</translation>
    </message>
    <message>
        <source>Write a script that compares your model compiled and in eager</source>
        <translation>Ein Skript schreiben, das Ihr Modell kompiliert und in Eager vergleicht</translation>
    </message>
    <message>
        <source>Show the line of the outcome</source>
        <translation>Die Zeile des Ausgangs zeigen</translation>
    </message>
    <message>
        <source>The line of the log from which the outcome of the task was read</source>
        <translation>Die Zeile des Logs, aus der der Ausgang der Aufgabe gelesen wurde</translation>
    </message>
    <message>
        <source>Repeat until the class is known</source>
        <translation>Wiederholen, bis die Klasse bekannt ist</translation>
    </message>
    <message>
        <source>Queue the whole again, as often as its reproducibility should take</source>
        <translation>Das Ganze noch einmal einreihen, so oft, wie seine Reproduzierbarkeit braucht</translation>
    </message>
    <message>
        <source>Use the script that the run left</source>
        <translation>Das Skript benutzen, das der Lauf hinterließ</translation>
    </message>
    <message>
        <source>Fill the form with the chosen checkpoint or script</source>
        <translation>Das Formular mit dem gewählten Checkpoint oder Skript füllen</translation>
    </message>
    <message>
        <source>Run the script 10 times</source>
        <translation>Das Skript 10 mal ausführen</translation>
    </message>
    <message>
        <source>Fill the form with the chosen script, to see whether it fails every time</source>
        <translation>Das Formular mit dem gewählten Skript füllen, um zu sehen, ob es jedes Mal fehlschlägt</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::RunDetails</name>
    <message>
        <source>changed files</source>
        <translation>geänderte Dateien</translation>
    </message>
    <message>
        <source>The chosen run</source>
        <translation>Der gewählte Lauf</translation>
    </message>
    <message>
        <source>Tasks of the run</source>
        <translation>Aufgaben des Laufs</translation>
    </message>
    <message>
        <source>Columns of the tasks</source>
        <translation>Spalten der Aufgaben</translation>
    </message>
    <message>
        <source>Logs and result</source>
        <translation>Logs und Ergebnis</translation>
    </message>
    <message>
        <source>Result of the run</source>
        <translation>Ergebnis des Laufs</translation>
    </message>
    <message>
        <source>No run is chosen</source>
        <translation>Kein Lauf ist gewählt</translation>
    </message>
    <message>
        <source>log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>%1 log</source>
        <translation>Log %1</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Result of the run (%1)</source>
        <translation>Ergebnis des Laufs (%1)</translation>
    </message>
    <message>
        <source>What the step printed (%1)</source>
        <translation>Was der Schritt ausgab (%1)</translation>
    </message>
    <message>
        <source>Choose a run to see its log.</source>
        <translation>Wählen Sie einen Lauf, um sein Log zu sehen.</translation>
    </message>
    <message>
        <source>This step was not run.</source>
        <translation>Dieser Schritt lief nicht.</translation>
    </message>
    <message>
        <source>This step has not started.</source>
        <translation>Dieser Schritt hat nicht begonnen.</translation>
    </message>
    <message>
        <source>Nothing was printed.</source>
        <translation>Nichts wurde ausgegeben.</translation>
    </message>
    <message>
        <source>Nothing printed yet.</source>
        <translation>Noch nichts ausgegeben.</translation>
    </message>
    <message>
        <source>The result is shown here once the first task is done.</source>
        <translation>Das Ergebnis steht hier, sobald die erste Aufgabe erledigt ist.</translation>
    </message>
    <message>
        <source>fails in %1</source>
        <translation>schlägt fehl in %1</translation>
    </message>
    <message>
        <source>1 checkpoint, the smallest with %1 nodes</source>
        <translation>1 Checkpoint, der kleinste mit %1 Knoten</translation>
    </message>
    <message>
        <source>%1 checkpoints, the smallest with %2 nodes</source>
        <translation>%1 Checkpoints, der kleinste mit %2 Knoten</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::RunEndNotifier</name>
    <message>
        <source>1 run can be resumed.</source>
        <translation>1 Lauf lässt sich fortsetzen.</translation>
    </message>
    <message>
        <source>%1 runs can be resumed.</source>
        <translation>%1 Läufe lassen sich fortsetzen.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::RunForm</name>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>TorchCache</source>
        <translation>TorchCache</translation>
    </message>
    <message>
        <source>Suite</source>
        <translation>Suite</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Repro</source>
        <translation>Repro</translation>
    </message>
    <message>
        <source>Compile times with a cold and a warm cache, as measured by cachebench</source>
        <translation>Kompilierzeiten mit kaltem und warmem Cache, wie cachebench sie misst</translation>
    </message>
    <message>
        <source>A suite&apos;s script with the flags that CI uses</source>
        <translation>Das Skript einer Suite mit den Flags, die die CI benutzt</translation>
    </message>
    <message>
        <source>Any program that writes such a CSV or JSON</source>
        <translation>Jedes Programm, das eine solche CSV oder JSON schreibt</translation>
    </message>
    <message>
        <source>A repro script that PyTorch wrote: does it fail, how often, and how small can it be?</source>
        <translation>Ein Repro-Skript, das PyTorch schrieb: schlägt es fehl, wie oft, und wie klein kann es werden?</translation>
    </message>
    <message>
        <source>Kind of run</source>
        <translation>Art des Laufs</translation>
    </message>
    <message>
        <source>Choose a repro script</source>
        <translation>Ein Repro-Skript wählen</translation>
    </message>
    <message>
        <source>Python scripts (*.py);;All files (*)</source>
        <translation>Python-Skripte (*.py);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The script is written; nothing has started</source>
        <translation>Das Skript ist geschrieben; nichts ist gestartet</translation>
    </message>
    <message>
        <source>Choose a PyTorch checkout</source>
        <translation>Einen PyTorch-Checkout wählen</translation>
    </message>
    <message>
        <source>Write the result to</source>
        <translation>Das Ergebnis schreiben in</translation>
    </message>
    <message>
        <source>Results (*.csv *.json);;All files (*)</source>
        <translation>Ergebnisse (*.csv *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Preset %1 fills the form</source>
        <translation>Die Voreinstellung %1 füllt das Formular</translation>
    </message>
    <message>
        <source>Saved as preset %1</source>
        <translation>Als Voreinstellung %1 gespeichert</translation>
    </message>
    <message>
        <source>Commands copied</source>
        <translation>Befehle kopiert</translation>
    </message>
    <message>
        <source># and %1 more</source>
        <translation># und %1 weitere</translation>
    </message>
    <message>
        <source>Save the new script first, or go back with Esc</source>
        <translation>Speichern Sie zuerst das neue Skript, oder gehen Sie mit Esc zurück</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::RunHistory</name>
    <message>
        <source>Red since %1</source>
        <translation>Rot seit %1</translation>
    </message>
    <message>
        <source>Show the history of the row</source>
        <translation>Den Verlauf der Zeile zeigen</translation>
    </message>
    <message>
        <source>All runs of the model in this config, and how its baseline moved: of the chosen cell, or of the one that decides</source>
        <translation>Alle Läufe des Modells in dieser Config, und wie sich seine Baseline bewegte: der gewählten Zelle, oder der entscheidenden</translation>
    </message>
    <message>
        <source>Triage</source>
        <translation>Triage</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::RunList</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Columns of the runs</source>
        <translation>Spalten der Läufe</translation>
    </message>
    <message>
        <source>No run in these states</source>
        <translation>Kein Lauf in diesen Zuständen</translation>
    </message>
    <message>
        <source>1 run is in another state.</source>
        <translation>1 Lauf ist in einem anderen Zustand.</translation>
    </message>
    <message>
        <source>%1 runs are in other states.</source>
        <translation>%1 Läufe sind in anderen Zuständen.</translation>
    </message>
    <message>
        <source>Show all runs (0)</source>
        <translation>Alle Läufe zeigen (0)</translation>
    </message>
    <message>
        <source>%1 running</source>
        <translation>%1 laufen</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 warten</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 cancelled</source>
        <translation>%1 abgebrochen</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>%1 erledigt</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Noch kein Lauf</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::RunStrip</name>
    <message>
        <source>Add run</source>
        <translation>Lauf hinzufügen</translation>
    </message>
    <message>
        <source>Hold one more run beside these (I)</source>
        <translation>Einen weiteren Lauf daneben stellen (I)</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <source>Exchange before and after (S)</source>
        <translation>Vorher und nachher tauschen (S)</translation>
    </message>
    <message>
        <source>Follow the pair</source>
        <translation>Dem Paar folgen</translation>
    </message>
    <message>
        <source>Compare actual with baseline of whatever pair is on screen (W)</source>
        <translation>Den tatsächlichen Lauf mit der Baseline des jeweils gezeigten Paars vergleichen (W)</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>Schwellen</translation>
    </message>
    <message>
        <source>What counts as a change: show or hide the thresholds beside the table (P)</source>
        <translation>Was als Änderung zählt: die Schwellen neben der Tabelle zeigen oder verbergen (P)</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Save the comparison as Markdown, HTML, CSV or JSON, by the ending (Ctrl+Shift+S)</source>
        <translation>Den Vergleich als Markdown, HTML, CSV oder JSON speichern, nach der Endung (Strg+Umschalt+S)</translation>
    </message>
    <message>
        <source>Open files or a folder…</source>
        <translation>Dateien oder einen Ordner öffnen…</translation>
    </message>
    <message>
        <source>Take it for before</source>
        <translation>Als vorher nehmen</translation>
    </message>
    <message>
        <source>Take it for after</source>
        <translation>Als nachher nehmen</translation>
    </message>
    <message>
        <source>Take run %1 away</source>
        <translation>Lauf %1 wegnehmen</translation>
    </message>
    <message>
        <source>Repeats: A to %1 against the rest</source>
        <translation>Wiederholungen: A bis %1 gegen den Rest</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Noch kein Lauf</translation>
    </message>
    <message>
        <source>Fill in the form at the left: what to run, from which checkout, on which target. The commands are shown below it before anything starts. Or choose a row in triage and run that one.</source>
        <translation>Füllen Sie das Formular links aus: was läuft, aus welchem Checkout, auf welchem Ziel. Die Befehle stehen darunter, bevor etwas startet. Oder wählen Sie eine Zeile in der Triage und führen Sie diese aus.</translation>
    </message>
    <message>
        <source>Fill in the form</source>
        <translation>Das Formular ausfüllen</translation>
    </message>
    <message>
        <source>Form of a new run</source>
        <translation>Formular eines neuen Laufs</translation>
    </message>
    <message>
        <source>Show or hide the form (H)</source>
        <translation>Das Formular zeigen oder verbergen (H)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>End the selected runs with everything they started (X)</source>
        <translation>Die gewählten Läufe mit allem, was sie starteten, beenden (X)</translation>
    </message>
    <message>
        <source>Retry failed</source>
        <translation>Neu versuchen</translation>
    </message>
    <message>
        <source>Run the unsuccessful tasks of the selected runs again (F)</source>
        <translation>Die erfolglosen Aufgaben der gewählten Läufe noch einmal ausführen (F)</translation>
    </message>
    <message>
        <source>Open result</source>
        <translation>Ergebnis öffnen</translation>
    </message>
    <message>
        <source>Compare the result with its baseline (T, Enter)</source>
        <translation>Das Ergebnis mit seiner Baseline vergleichen (T, Enter)</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Show the results in charts (V)</source>
        <translation>Die Ergebnisse in Diagrammen zeigen (V)</translation>
    </message>
    <message>
        <source>The preset %1 is removed.</source>
        <translation>Die Voreinstellung %1 ist entfernt.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>Eingereiht</translation>
    </message>
    <message>
        <source>The form is filled; start it, and when the accuracy fails again the run leaves a repro script</source>
        <translation>Das Formular ist gefüllt; starten Sie es, und wenn die Genauigkeit wieder fehlschlägt, hinterlässt der Lauf ein Repro-Skript</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SameOptionsBar</name>
    <message>
        <source>same() itself</source>
        <translation>same() selbst</translation>
    </message>
    <message>
        <source>The defaults of torch._dynamo.utils.same(): tol 1e-4, nothing else</source>
        <translation>Die Vorgaben von torch._dynamo.utils.same(): tol 1e-4, sonst nichts</translation>
    </message>
    <message>
        <source>CI: inference</source>
        <translation>CI: Inferenz</translation>
    </message>
    <message>
        <source>What the torchbench runner uses without --float32: tol 1e-4, equal_nan</source>
        <translation>Was der Torchbench-Runner ohne --float32 benutzt: tol 1e-4, equal_nan</translation>
    </message>
    <message>
        <source>CI: amp, training</source>
        <translation>CI: amp, Training</translation>
    </message>
    <message>
        <source>What the runners use in half precision and in training: tol 1e-3, equal_nan</source>
        <translation>Was die Runner in halber Genauigkeit und im Training benutzen: tol 1e-3, equal_nan</translation>
    </message>
    <message>
        <source>CI: timm training</source>
        <translation>CI: timm-Training</translation>
    </message>
    <message>
        <source>What the timm runner uses in training: tol 2e-2, equal_nan</source>
        <translation>Was der timm-Runner im Training benutzt: tol 2e-2, equal_nan</translation>
    </message>
    <message>
        <source>Repro script</source>
        <translation>Repro-Skript</translation>
    </message>
    <message>
        <source>What repro scripts and the minifier use: tol 1e-3 (repro_tolerance), equal_nan</source>
        <translation>Was Repro-Skripte und der Minifier benutzen: tol 1e-3 (repro_tolerance), equal_nan</translation>
    </message>
    <message>
        <source>equal_nan</source>
        <translation>equal_nan</translation>
    </message>
    <message>
        <source>equal_nan: NaN equals NaN</source>
        <translation>equal_nan: NaN ist gleich NaN</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>cos_similarity: compare the direction of both as one vector, 0.99 is enough</source>
        <translation>cos_similarity: die Richtung beider als ein Vektor vergleichen, 0,99 genügt</translation>
    </message>
    <message>
        <source>exact dtype</source>
        <translation>genauer dtype</translation>
    </message>
    <message>
        <source>exact_dtype: another dtype differs, whatever the numbers</source>
        <translation>exact_dtype: ein anderer dtype weicht ab, was auch die Zahlen sind</translation>
    </message>
    <message>
        <source>ignore non-fp</source>
        <translation>Ganzzahlen frei</translation>
    </message>
    <message>
        <source>ignore_non_fp: what is no floating point number passes</source>
        <translation>ignore_non_fp: was keine Gleitkommazahl ist, besteht</translation>
    </message>
    <message>
        <source>larger multiplier</source>
        <translation>größerer Multiplikator</translation>
    </message>
    <message>
        <source>use_larger_multiplier_for_smaller_tensor: 10 up to 10 elements, 8 up to 500</source>
        <translation>use_larger_multiplier_for_smaller_tensor: 10 bis 10 Elemente, 8 bis 500</translation>
    </message>
    <message>
        <source>max multiplier</source>
        <translation>max. Multiplikator</translation>
    </message>
    <message>
        <source>force_max_multiplier: 10 for every tensor</source>
        <translation>force_max_multiplier: 10 für jeden Tensor</translation>
    </message>
    <message>
        <source>relax numpy</source>
        <translation>numpy locker</translation>
    </message>
    <message>
        <source>relax_numpy_equality: a numpy scalar may meet a Python number</source>
        <translation>relax_numpy_equality: ein numpy-Skalar darf auf eine Python-Zahl treffen</translation>
    </message>
    <message>
        <source>IoU for bool</source>
        <translation>IoU für bool</translation>
    </message>
    <message>
        <source>use_iou_for_bool: masks need overlap instead of equality</source>
        <translation>use_iou_for_bool: Masken müssen sich überlappen statt gleich zu sein</translation>
    </message>
    <message>
        <source>any device</source>
        <translation>jedes Gerät</translation>
    </message>
    <message>
        <source>Compares tensors of different devices, where same() raises; no option of same() itself</source>
        <translation>Vergleicht Tensoren verschiedener Geräte, wo same() einen Fehler auslöst; keine Option von same() selbst</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Back to the defaults of same()</source>
        <translation>Zurück zu den Vorgaben von same()</translation>
    </message>
    <message>
        <source>Options of same()</source>
        <translation>Optionen von same()</translation>
    </message>
    <message>
        <source>Options that belong together</source>
        <translation>Optionen, die zusammengehören</translation>
    </message>
    <message>
        <source>The options that PyTorch&apos;s own callers give to same()</source>
        <translation>Die Optionen, die die eigenen Aufrufer in PyTorch an same() geben</translation>
    </message>
    <message>
        <source>own options</source>
        <translation>eigene Optionen</translation>
    </message>
    <message>
        <source>tol: what two numbers may differ by, absolute and relative to res; a tenth of it on top of the bound (T)</source>
        <translation>tol: um wie viel zwei Zahlen sich unterscheiden dürfen, absolut und relativ zu res; ein Zehntel davon kommt zur Schranke dazu (T)</translation>
    </message>
    <message>
        <source>iou_threshold: the share of both masks that must be common, 0 to 1</source>
        <translation>iou_threshold: der Anteil beider Masken, der gemeinsam sein muss, 0 bis 1</translation>
    </message>
    <message>
        <source>Not a number that same() takes</source>
        <translation>Keine Zahl, die same() nimmt</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ScatterView</name>
    <message>
        <source>Point at an element, or walk with the arrow keys</source>
        <translation>Zeigen Sie auf ein Element, oder gehen Sie mit den Pfeiltasten</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Scatter of ref against res</source>
        <translation>Streudiagramm von ref gegen res</translation>
    </message>
    <message>
        <source>Draw res − ref over ref, with the tolerance as lines (Y)</source>
        <translation>res − ref über ref zeichnen, mit der Toleranz als Linien (Y)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ScriptForm</name>
    <message>
        <source>New repro script</source>
        <translation>Neues Repro-Skript</translation>
    </message>
    <message>
        <source>Back to the form of a run (Esc)</source>
        <translation>Zurück zum Formular eines Laufs (Esc)</translation>
    </message>
    <message>
        <source>mypackage.model</source>
        <translation>mypackage.model</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>The module to import, as in Python</source>
        <translation>Das zu importierende Modul, wie in Python</translation>
    </message>
    <message>
        <source>Model(3)</source>
        <translation>Model(3)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>An expression of that module that creates the model</source>
        <translation>Ein Ausdruck jenes Moduls, der das Modell erzeugt</translation>
    </message>
    <message>
        <source>Inputs: shape, dtype, device, gradient</source>
        <translation>Eingaben: Form, dtype, Gerät, Gradient</translation>
    </message>
    <message>
        <source>Add an input</source>
        <translation>Eine Eingabe hinzufügen</translation>
    </message>
    <message>
        <source>One more input, behind the others</source>
        <translation>Noch eine Eingabe, hinter den anderen</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>The backend of torch.compile</source>
        <translation>Das Backend von torch.compile</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Compares</source>
        <translation>Vergleicht</translation>
    </message>
    <message>
        <source>Accuracy: the compiled model with eager; nothing: both only run</source>
        <translation>Genauigkeit: das kompilierte Modell mit Eager; nichts: beide laufen nur</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>the inputs&apos;</source>
        <translation>das der Eingaben</translation>
    </message>
    <message>
        <source>The device of the model</source>
        <translation>Das Gerät des Modells</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>Dtype</translation>
    </message>
    <message>
        <source>as made</source>
        <translation>wie erzeugt</translation>
    </message>
    <message>
        <source>The dtype of the model: torch.bfloat16</source>
        <translation>Der dtype des Modells: torch.bfloat16</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>The tolerance of the comparison</source>
        <translation>Die Toleranz des Vergleichs</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>The seed of the model&apos;s random weights</source>
        <translation>Der Startwert der zufälligen Gewichte des Modells</translation>
    </message>
    <message>
        <source>Autocast</source>
        <translation>Autocast</translation>
    </message>
    <message>
        <source>Run under torch.autocast</source>
        <translation>Unter torch.autocast ausführen</translation>
    </message>
    <message>
        <source>Text of the script</source>
        <translation>Text des Skripts</translation>
    </message>
    <message>
        <source>The script that will be written</source>
        <translation>Das Skript, das geschrieben wird</translation>
    </message>
    <message>
        <source>The script is shown here once the form is complete.</source>
        <translation>Das Skript steht hier, sobald das Formular vollständig ist.</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Save the script</source>
        <translation>Das Skript speichern</translation>
    </message>
    <message>
        <source>Remove the input</source>
        <translation>Die Eingabe entfernen</translation>
    </message>
    <message>
        <source>Shape of input %1</source>
        <translation>Form der Eingabe %1</translation>
    </message>
    <message>
        <source>Sizes with commas between; empty: a scalar</source>
        <translation>Größen mit Kommas dazwischen; leer: ein Skalar</translation>
    </message>
    <message>
        <source>Dtype of input %1</source>
        <translation>Dtype der Eingabe %1</translation>
    </message>
    <message>
        <source>As PyTorch writes it</source>
        <translation>Wie PyTorch ihn schreibt</translation>
    </message>
    <message>
        <source>Device of input %1</source>
        <translation>Gerät der Eingabe %1</translation>
    </message>
    <message>
        <source>The device of the input</source>
        <translation>Das Gerät der Eingabe</translation>
    </message>
    <message>
        <source>Gradient of input %1</source>
        <translation>Gradient der Eingabe %1</translation>
    </message>
    <message>
        <source>Whether it requires a gradient</source>
        <translation>Ob sie einen Gradienten verlangt</translation>
    </message>
    <message>
        <source>Remove input %1</source>
        <translation>Eingabe %1 entfernen</translation>
    </message>
    <message>
        <source>Cannot be written: %1</source>
        <translation>Lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>Choose a file, write the script, and use it in the form (Ctrl+Enter)</source>
        <translation>Eine Datei wählen, das Skript schreiben und im Formular benutzen (Strg+Enter)</translation>
    </message>
    <message>
        <source>Write the repro script to</source>
        <translation>Das Repro-Skript schreiben in</translation>
    </message>
    <message>
        <source>Python scripts (*.py);;All files (*)</source>
        <translation>Python-Skripte (*.py);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ScriptOutputView</name>
    <message>
        <source>Copy the whole text</source>
        <translation>Den ganzen Text kopieren</translation>
    </message>
    <message>
        <source>Copy what CI printed</source>
        <translation>Kopieren, was die CI ausgab</translation>
    </message>
    <message>
        <source>What CI printed</source>
        <translation>Was die CI ausgab</translation>
    </message>
    <message>
        <source>Writing what the script prints …</source>
        <translation>Was das Skript ausgibt, wird geschrieben …</translation>
    </message>
    <message>
        <source>exit %1</source>
        <translation>Exit %1</translation>
    </message>
    <message>
        <source>the script dies here: %1</source>
        <translation>das Skript stürzt hier ab: %1</translation>
    </message>
    <message>
        <source>it prints nothing</source>
        <translation>es gibt nichts aus</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ScriptOutputs</name>
    <message>
        <source>The whole text of the %1 check; it exits %2</source>
        <translation>Der ganze Text der Prüfung %1; sie endet mit %2</translation>
    </message>
    <message>
        <source>
… %1 lines left out here; Copy takes them all …

</source>
        <translation>
… %1 Zeilen sind hier ausgelassen; Kopieren nimmt alle …

</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SessionPresenter</name>
    <message>
        <source>1 model</source>
        <translation>1 Modell</translation>
    </message>
    <message>
        <source>%1 models</source>
        <translation>%1 Modelle</translation>
    </message>
    <message>
        <source>CI passes</source>
        <translation>CI besteht</translation>
    </message>
    <message>
        <source>CI fails</source>
        <translation>CI schlägt fehl</translation>
    </message>
    <message>
        <source>Read and judged in %1</source>
        <translation>Gelesen und beurteilt in %1</translation>
    </message>
    <message>
        <source>Resolve</source>
        <translation>Auflösen</translation>
    </message>
    <message>
        <source>The comparison on screen is still the one from before.</source>
        <translation>Der gezeigte Vergleich ist noch der von vorher.</translation>
    </message>
    <message>
        <source>%1 is gone from disk. The comparison shows what it held.</source>
        <translation>%1 ist von der Platte verschwunden. Der Vergleich zeigt, was darin stand.</translation>
    </message>
    <message>
        <source>%1 changed on disk. The comparison shows what it held before.</source>
        <translation>%1 wurde auf der Platte geändert. Der Vergleich zeigt, was vorher darin stand.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SettingsPage</name>
    <message>
        <source>Token for GitHub</source>
        <translation>Token für GitHub</translation>
    </message>
    <message>
        <source>Paste a new token</source>
        <translation>Ein neues Token einfügen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>Alle Einstellungen</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>Vorgabe: %1</translation>
    </message>
    <message>
        <source>Rule set</source>
        <translation>Regelsatz</translation>
    </message>
    <message>
        <source>Generation of the check scripts that this window begins with; plumbline-cli takes it from --rules only</source>
        <translation>Generation der Prüfskripte, mit der dieses Fenster beginnt; plumbline-cli nimmt sie nur aus --rules</translation>
    </message>
    <message>
        <source>Default flaky list</source>
        <translation>Vorgegebene Flaky-Liste</translation>
    </message>
    <message>
        <source>A flaky.toml or a check script that counts for a baseline without a list of its own, also for plumbline-cli</source>
        <translation>Eine flaky.toml oder ein Prüfskript, das für eine Baseline ohne eigene Liste gilt, auch für plumbline-cli</translation>
    </message>
    <message>
        <source>Open at the start what was open at the end</source>
        <translation>Am Anfang öffnen, was am Ende offen war</translation>
    </message>
    <message>
        <source>When plumbline is started without files: the same pair or commit, page and row</source>
        <translation>Wenn plumbline ohne Dateien startet: dasselbe Paar oder derselbe Commit, dieselbe Seite und Zeile</translation>
    </message>
    <message>
        <source>Remember what is opened and run</source>
        <translation>Merken, was geöffnet und ausgeführt wird</translation>
    </message>
    <message>
        <source>Editor command</source>
        <translation>Editor-Befehl</translation>
    </message>
    <message>
        <source>Opens the file of a row (Ctrl+E); %f stands for the file and %l for the line: code --goto %f:%l</source>
        <translation>Öffnet die Datei einer Zeile (Strg+E); %f steht für die Datei und %l für die Zeile: code --goto %f:%l</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Where runs are kept, by windows opened from now on and by plumbline-cli</source>
        <translation>Wo Läufe liegen, für ab jetzt geöffnete Fenster und plumbline-cli</translation>
    </message>
    <message>
        <source>Fetched results</source>
        <translation>Geholte Ergebnisse</translation>
    </message>
    <message>
        <source>Where fetched artifacts are kept, also by plumbline-cli</source>
        <translation>Wo geholte Artefakte liegen, auch für plumbline-cli</translation>
    </message>
    <message>
        <source>CI</source>
        <translation>CI</translation>
    </message>
    <message>
        <source>GitHub&apos;s API</source>
        <translation>API von GitHub</translation>
    </message>
    <message>
        <source>Address of the API or its mirror, also for plumbline-cli; PLUMBLINE_API_URL comes before it</source>
        <translation>Adresse der API oder ihres Spiegels, auch für plumbline-cli; PLUMBLINE_API_URL geht vor</translation>
    </message>
    <message>
        <source>Artifact store</source>
        <translation>Artefaktspeicher</translation>
    </message>
    <message>
        <source>Address of the store or its mirror, also for plumbline-cli; PLUMBLINE_ARTIFACTS_URL comes before it</source>
        <translation>Adresse des Speichers oder seines Spiegels, auch für plumbline-cli; PLUMBLINE_ARTIFACTS_URL geht vor</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Default of: %1</source>
        <translation>Vorgabe von: %1</translation>
    </message>
    <message>
        <source>Put back the default</source>
        <translation>Die Vorgabe wiederherstellen</translation>
    </message>
    <message>
        <source>Looks</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Colours of the window</source>
        <translation>Farben des Fensters</translation>
    </message>
    <message>
        <source>Points added to the system&apos;s size of text (Ctrl++ and Ctrl+-)</source>
        <translation>Punkte, die zur Textgröße des Systems kommen (Strg++ und Strg+-)</translation>
    </message>
    <message>
        <source> points</source>
        <translation> Punkte</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Design</translation>
    </message>
    <message>
        <source>Larger text by</source>
        <translation>Text größer um</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Of the window&apos;s texts, from the next start; reasons and reports stay English</source>
        <translation>Der Texte des Fensters, ab dem nächsten Start; Begründungen und Berichte bleiben englisch</translation>
    </message>
    <message>
        <source>Flaky lists (*.toml *.py);;All files (*)</source>
        <translation>Flaky-Listen (*.toml *.py);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Einen Ordner wählen</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Eine Datei wählen</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>It is kept in the desktop&apos;s keyring and in no file; GITHUB_TOKEN in the environment comes before it</source>
        <translation>Es liegt im Schlüsselbund des Desktops und in keiner Datei; GITHUB_TOKEN in der Umgebung geht vor</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Put the token into the keyring</source>
        <translation>Das Token in den Schlüsselbund legen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Take the token out of the keyring</source>
        <translation>Das Token aus dem Schlüsselbund nehmen</translation>
    </message>
    <message>
        <source>Paste a token first.</source>
        <translation>Fügen Sie zuerst ein Token ein.</translation>
    </message>
    <message>
        <source>Keep the token</source>
        <translation>Das Token behalten</translation>
    </message>
    <message>
        <source>Remove the token</source>
        <translation>Das Token entfernen</translation>
    </message>
    <message>
        <source>The keyring has the token now</source>
        <translation>Der Schlüsselbund hat das Token jetzt</translation>
    </message>
    <message>
        <source>The keyring has no token now</source>
        <translation>Der Schlüsselbund hat jetzt kein Token</translation>
    </message>
    <message>
        <source>Token for GitHub (%1)</source>
        <translation>Token für GitHub (%1)</translation>
    </message>
    <message>
        <source>All settings are the defaults again</source>
        <translation>Alle Einstellungen sind wieder die Vorgaben</translation>
    </message>
    <message>
        <source>Put back all defaults</source>
        <translation>Alle Vorgaben wiederherstellen</translation>
    </message>
    <message>
        <source>Reset every setting and all keys; the token stays in the keyring</source>
        <translation>Jede Einstellung und alle Tasten zurücksetzen; das Token bleibt im Schlüsselbund</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Add results to the history: pairs and commits that are opened, finished runs; also by plumbline-cli. Decisions go there, too</source>
        <translation>Ergebnisse in den Verlauf aufnehmen: geöffnete Paare und Commits, beendete Läufe; auch durch plumbline-cli. Auch Entscheidungen kommen dorthin</translation>
    </message>
    <message>
        <source>Write decisions beside the baselines, too</source>
        <translation>Entscheidungen auch neben die Baselines schreiben</translation>
    </message>
    <message>
        <source>The history keeps decisions while results are remembered; this also writes the logs beside the baselines, which a team may share</source>
        <translation>Der Verlauf behält Entscheidungen, solange Ergebnisse gemerkt werden; dies schreibt auch die Logs neben die Baselines, die ein Team teilen kann</translation>
    </message>
    <message>
        <source>Open everything in one window</source>
        <translation>Alles in einem Fenster öffnen</translation>
    </message>
    <message>
        <source>When plumbline is started again, the window that is open shows what it was given; --new-window opens another</source>
        <translation>Wird plumbline noch einmal gestartet, zeigt das offene Fenster, was übergeben wurde; --new-window öffnet ein weiteres</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SiblingModel</name>
    <message>
        <source>Sibling</source>
        <translation>Geschwister</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Beleg</translation>
    </message>
    <message>
        <source>Expects now</source>
        <translation>Erwartet jetzt</translation>
    </message>
    <message>
        <source>Its run says</source>
        <translation>Sein Lauf sagt</translation>
    </message>
    <message>
        <source>Would be written</source>
        <translation>Würde geschrieben</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>%1 %2: expected %3, actual %4, proposed %5, %6</source>
        <translation>%1 %2: erwartet %3, tatsächlich %4, vorgeschlagen %5, %6</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SiblingPanel</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Siblings</source>
        <translation>Geschwister</translation>
    </message>
    <message>
        <source>Apply to the ticked siblings</source>
        <translation>Auf die angehakten Geschwister anwenden</translation>
    </message>
    <message>
        <source>Siblings and their evidence</source>
        <translation>Geschwister und ihre Belege</translation>
    </message>
    <message>
        <source>Columns of the siblings</source>
        <translation>Spalten der Geschwister</translation>
    </message>
    <message>
        <source>Siblings of %1 models</source>
        <translation>Geschwister von %1 Modellen</translation>
    </message>
    <message>
        <source>Siblings of %1</source>
        <translation>Geschwister von %1</translation>
    </message>
    <message>
        <source>%1 of %2 ticked</source>
        <translation>%1 von %2 angehakt</translation>
    </message>
    <message>
        <source>Apply to %1</source>
        <translation>Auf %1 anwenden</translation>
    </message>
    <message>
        <source>Write it into the pending text of these baselines (Enter); Review saves it</source>
        <translation>In den vorläufigen Text dieser Baselines schreiben (Enter); die Durchsicht speichert ihn</translation>
    </message>
    <message>
        <source>No sibling is ticked</source>
        <translation>Kein Geschwister ist angehakt</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SiblingRowsModel</name>
    <message>
        <source>as expected</source>
        <translation>wie erwartet</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>nicht gelaufen</translation>
    </message>
    <message>
        <source>Sibling</source>
        <translation>Geschwister</translation>
    </message>
    <message>
        <source>Expected → actual</source>
        <translation>Erwartet → tatsächlich</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Beleg</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SiblingRowsView</name>
    <message>
        <source>This model in the siblings</source>
        <translation>Dieses Modell in den Geschwistern</translation>
    </message>
    <message>
        <source>Columns of the siblings&apos; rows</source>
        <translation>Spalten der Zeilen der Geschwister</translation>
    </message>
    <message>
        <source>same change seen</source>
        <translation>dieselbe Änderung gesehen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SiblingSection</name>
    <message>
        <source>Nothing was accepted here that siblings could follow</source>
        <translation>Hier wurde nichts übernommen, dem Geschwister folgen könnten</translation>
    </message>
    <message>
        <source>There is nothing to choose: no sibling waits for an edit</source>
        <translation>Es gibt nichts zu wählen: kein Geschwister wartet auf eine Änderung</translation>
    </message>
    <message>
        <source>1 sibling</source>
        <translation>1 Geschwister</translation>
    </message>
    <message>
        <source>%1 siblings</source>
        <translation>%1 Geschwister</translation>
    </message>
    <message>
        <source>%1 rows of %2</source>
        <translation>%1 Zeilen von %2</translation>
    </message>
    <message>
        <source>The same edit was made in %1</source>
        <translation>Dieselbe Änderung wurde in %1 gemacht</translation>
    </message>
    <message>
        <source>Same edit in %1. %2</source>
        <translation>Dieselbe Änderung in %1. %2</translation>
    </message>
    <message>
        <source>Why is that right? It goes into the commit message</source>
        <translation>Warum ist das richtig? Es kommt in die Commit-Nachricht</translation>
    </message>
    <message>
        <source>A reason is needed.</source>
        <translation>Ein Grund ist nötig.</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Make the same edit in the siblings</source>
        <translation>Dieselbe Änderung in den Geschwistern machen</translation>
    </message>
    <message>
        <source>Edit every sibling whose own run shows the same change, as one step</source>
        <translation>Jedes Geschwister ändern, dessen eigener Lauf dieselbe Änderung zeigt, als ein Schritt</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>Entscheiden</translation>
    </message>
    <message>
        <source>Choose among the siblings</source>
        <translation>Unter den Geschwistern wählen</translation>
    </message>
    <message>
        <source>See what every sibling&apos;s run says, and choose where the same edit is made</source>
        <translation>Sehen, was der Lauf jedes Geschwisters sagt, und wählen, wo dieselbe Änderung gemacht wird</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SiblingStrip</name>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Siblings</source>
        <translation>Geschwister</translation>
    </message>
    <message>
        <source>Make the same edit in every sibling whose own run shows it, as one step (S)</source>
        <translation>Dieselbe Änderung in jedem Geschwister machen, dessen eigener Lauf sie zeigt, als ein Schritt (S)</translation>
    </message>
    <message>
        <source>See every sibling with its evidence and choose (Shift+S)</source>
        <translation>Jedes Geschwister mit seinem Beleg sehen und wählen (Umschalt+S)</translation>
    </message>
    <message>
        <source>What you accept is offered to 1 sibling here.</source>
        <translation>Was Sie übernehmen, wird hier 1 Geschwister angeboten.</translation>
    </message>
    <message>
        <source>What you accept is offered to %1 siblings here.</source>
        <translation>Was Sie übernehmen, wird hier %1 Geschwistern angeboten.</translation>
    </message>
    <message>
        <source>Apply to %1 (S)</source>
        <translation>Auf %1 anwenden (S)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SideSlot</name>
    <message>
        <source>%1, read-only</source>
        <translation>%1, schreibgeschützt</translation>
    </message>
    <message>
        <source>%1: no file yet, choose one</source>
        <translation>%1: noch keine Datei, wählen Sie eine</translation>
    </message>
    <message>
        <source>The %1 file is missing. Press to choose it, or drop it here.</source>
        <translation>Die %1e Datei fehlt. Drücken Sie, um sie zu wählen, oder legen Sie sie hier ab.</translation>
    </message>
    <message>
        <source>%1: %2, choose another</source>
        <translation>%1: %2, eine andere wählen</translation>
    </message>
    <message>
        <source>%1: %2
Press to choose another file.</source>
        <translation>%1: %2
Drücken Sie, um eine andere Datei zu wählen.</translation>
    </message>
    <message>
        <source>Edits of this file cannot be saved: %1</source>
        <translation>Änderungen dieser Datei lassen sich nicht speichern: %1</translation>
    </message>
    <message>
        <source>choose or drop a file</source>
        <translation>eine Datei wählen oder ablegen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SourceFileController</name>
    <message>
        <source>shard %1 of %2</source>
        <translation>Shard %1 von %2</translation>
    </message>
    <message>
        <source>%1 is chosen by hand</source>
        <translation>%1 ist von Hand gewählt</translation>
    </message>
    <message>
        <source>It is used already. Space on another attempt of the shard switches</source>
        <translation>Sie wird schon benutzt. Die Leertaste auf einem anderen Versuch des Shards wechselt</translation>
    </message>
    <message>
        <source>The rule chooses for %1</source>
        <translation>Die Regel wählt für %1</translation>
    </message>
    <message>
        <source>Enter at least test and suite</source>
        <translation>Geben Sie mindestens Test und Suite an</translation>
    </message>
    <message>
        <source>%1, shard %2 of %3</source>
        <translation>%1, Shard %2 von %3</translation>
    </message>
    <message>
        <source>%1, shard %2</source>
        <translation>%1, Shard %2</translation>
    </message>
    <message>
        <source>%1: no other file is of this config</source>
        <translation>%1: keine andere Datei gehört zu dieser Config</translation>
    </message>
    <message>
        <source>Test and suite are needed</source>
        <translation>Test und Suite sind nötig</translation>
    </message>
    <message>
        <source>Named: %1</source>
        <translation>Zugeordnet: %1</translation>
    </message>
    <message>
        <source>The file&apos;s own name decides again</source>
        <translation>Der eigene Name der Datei entscheidet wieder</translation>
    </message>
    <message>
        <source>The first attempt counts</source>
        <translation>Der erste Versuch zählt</translation>
    </message>
    <message>
        <source>The latest complete attempt counts</source>
        <translation>Der letzte vollständige Versuch zählt</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SourcesBar</name>
    <message>
        <source>Filter: file, config, machine, reason</source>
        <translation>Filter: Datei, Config, Rechner, Grund</translation>
    </message>
    <message>
        <source>Words that must all occur in a file&apos;s origin, config, shard or reason (/)</source>
        <translation>Wörter, die alle in Herkunft, Config, Shard oder Grund einer Datei vorkommen (/)</translation>
    </message>
    <message>
        <source>Show every file (0)</source>
        <translation>Jede Datei zeigen (0)</translation>
    </message>
    <message>
        <source>Which attempt counts</source>
        <translation>Welcher Versuch zählt</translation>
    </message>
    <message>
        <source>Latest complete attempt</source>
        <translation>Letzter vollständiger Versuch</translation>
    </message>
    <message>
        <source>First attempt</source>
        <translation>Erster Versuch</translation>
    </message>
    <message>
        <source>The newest attempt that has every file its siblings have</source>
        <translation>Der neueste Versuch, der jede Datei hat, die seine Geschwister haben</translation>
    </message>
    <message>
        <source>The oldest attempt with a file, as PyTorch&apos;s updater chooses</source>
        <translation>Der älteste Versuch mit einer Datei, wie der Aktualisierer von PyTorch wählt</translation>
    </message>
    <message>
        <source>Which attempt of a shard counts, where none is chosen by hand</source>
        <translation>Welcher Versuch eines Shards zählt, wo keiner von Hand gewählt ist</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SourcesModel</name>
    <message>
        <source>whole run</source>
        <translation>ganzer Lauf</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <source>Workflow run</source>
        <translation>Workflow-Lauf</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>No name</source>
        <translation>Kein Name</translation>
    </message>
    <message>
        <source>Files that no config could be found for: assign them by hand</source>
        <translation>Dateien, für die keine Config zu finden war: von Hand zuordnen</translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation>Unlesbar</translation>
    </message>
    <message>
        <source>What could not be opened, and why</source>
        <translation>Was sich nicht öffnen ließ, und warum</translation>
    </message>
    <message>
        <source>Second baseline</source>
        <translation>Zweite Baseline</translation>
    </message>
    <message>
        <source>Baselines of a config that has one already: the first one counts</source>
        <translation>Baselines einer Config, die schon eine hat: die erste zählt</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Benutzt</translation>
    </message>
    <message>
        <source>Results that stand for their shard</source>
        <translation>Ergebnisse, die für ihren Shard stehen</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Nicht benutzt</translation>
    </message>
    <message>
        <source>Results in whose place another attempt or run stands: Space switches</source>
        <translation>Ergebnisse, an deren Stelle ein anderer Versuch oder Lauf steht: die Leertaste wechselt</translation>
    </message>
    <message>
        <source>Other commit</source>
        <translation>Anderer Commit</translation>
    </message>
    <message>
        <source>Results of a commit that is not shown: Space shows it</source>
        <translation>Ergebnisse eines nicht gezeigten Commits: die Leertaste zeigt ihn</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Whether the file counts for the verdicts</source>
        <translation>Ob die Datei für die Urteile zählt</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Where it came from, below the path that was opened; after &quot;!&quot;, the file inside a zip</source>
        <translation>Woher sie kam, unterhalb des geöffneten Pfads; nach „!“ die Datei in einem Zip</translation>
    </message>
    <message>
        <source>Config, or file name</source>
        <translation>Config oder Dateiname</translation>
    </message>
    <message>
        <source>What was run, from the file name or assigned by hand; the file name when unknown</source>
        <translation>Was ausgeführt wurde, nach dem Dateinamen oder von Hand zugeordnet; der Dateiname, wenn unbekannt</translation>
    </message>
    <message>
        <source>Shard</source>
        <translation>Shard</translation>
    </message>
    <message>
        <source>Which part of the config&apos;s run it is</source>
        <translation>Welcher Teil des Laufs der Config es ist</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>CI may run a job again: each time is an attempt</source>
        <translation>Die CI kann einen Job noch einmal ausführen: jedes Mal ist ein Versuch</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Rows after the header</source>
        <translation>Zeilen nach der Kopfzeile</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Why it counts, or why not</source>
        <translation>Warum sie zählt, oder warum nicht</translation>
    </message>
    <message>
        <source>
Named by hand; U takes the name back</source>
        <translation>
Von Hand zugeordnet; U nimmt den Namen zurück</translation>
    </message>
    <message>
        <source>%1 by hand</source>
        <translation>%1 von Hand</translation>
    </message>
    <message>
        <source>%1 (by hand)</source>
        <translation>%1 (von Hand)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SourcesPage</name>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Open a folder of results or artifacts beside what is open (F)</source>
        <translation>Einen Ordner mit Ergebnissen oder Artefakten neben dem Geöffneten öffnen (F)</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Open zips, CSVs or other files of results (L)</source>
        <translation>Zips, CSVs oder andere Ergebnisdateien öffnen (L)</translation>
    </message>
    <message>
        <source>Baselines</source>
        <translation>Baselines</translation>
    </message>
    <message>
        <source>Open a PyTorch checkout or another tree of baselines (T)</source>
        <translation>Einen PyTorch-Checkout oder einen anderen Baum von Baselines öffnen (T)</translation>
    </message>
    <message>
        <source>Close path</source>
        <translation>Pfad schließen</translation>
    </message>
    <message>
        <source>Take the selected path away (Delete in the list)</source>
        <translation>Den gewählten Pfad wegnehmen (Entf in der Liste)</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Look at what fails over all configs</source>
        <translation>Ansehen, was über alle Configs fehlschlägt</translation>
    </message>
    <message>
        <source>result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>baselines</source>
        <translation>Baselines</translation>
    </message>
    <message>
        <source>other file</source>
        <translation>andere Datei</translation>
    </message>
    <message>
        <source>other files</source>
        <translation>andere Dateien</translation>
    </message>
    <message>
        <source>%1 that benchmarks write beside their results, %2 of no known kind</source>
        <translation>%1, die Benchmarks neben ihre Ergebnisse schreiben, %2 unbekannter Art</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>Einen Ordner öffnen</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>Dateien öffnen</translation>
    </message>
    <message>
        <source>Open baselines</source>
        <translation>Baselines öffnen</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>What was opened is being read.</source>
        <translation>Was geöffnet wurde, wird gelesen.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Type a commit above to fetch its results from CI, or open </source>
        <translation>Schreiben Sie oben einen Commit, um seine Ergebnisse aus der CI zu holen, oder öffnen Sie </translation>
    </message>
    <message>
        <source>Open </source>
        <translation>Öffnen Sie </translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>Nichts ist geöffnet</translation>
    </message>
    <message>
        <source>folders, artifact zips or CSVs. A PyTorch checkout among them brings the baselines.</source>
        <translation>Ordner, Artefakt-Zips oder CSVs. Ein PyTorch-Checkout darunter bringt die Baselines mit.</translation>
    </message>
    <message>
        <source>No result is opened</source>
        <translation>Kein Ergebnis ist geöffnet</translation>
    </message>
    <message>
        <source>%1 are open, and no run to hold against them.</source>
        <translation>%1 sind offen, und kein Lauf, der daran zu messen wäre.</translation>
    </message>
    <message>
        <source>No file matches</source>
        <translation>Keine Datei passt</translation>
    </message>
    <message>
        <source>The filter leaves none of %1 files.</source>
        <translation>Der Filter lässt keine von %1 Dateien übrig.</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Den Filter leeren</translation>
    </message>
    <message>
        <source>path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>paths</source>
        <translation>Pfade</translation>
    </message>
    <message>
        <source>without a name</source>
        <translation>ohne Namen</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>nicht benutzt</translation>
    </message>
    <message>
        <source>Open a tree of baselines</source>
        <translation>Einen Baum von Baselines öffnen</translation>
    </message>
    <message>
        <source>Open a folder of results</source>
        <translation>Einen Ordner mit Ergebnissen öffnen</translation>
    </message>
    <message>
        <source>Open results</source>
        <translation>Ergebnisse öffnen</translation>
    </message>
    <message>
        <source>Results (*.zip *.csv *.json *.jsonl *.log *.txt);;All files (*)</source>
        <translation>Ergebnisse (*.zip *.csv *.json *.jsonl *.log *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Fetch the results of a commit</source>
        <translation>Die Ergebnisse eines Commits holen</translation>
    </message>
    <message>
        <source>Type a commit, a run or a pull request</source>
        <translation>Einen Commit, einen Lauf oder einen Pull Request schreiben</translation>
    </message>
    <message>
        <source>Stop fetching</source>
        <translation>Das Holen anhalten</translation>
    </message>
    <message>
        <source>Stop the fetch; what was received is kept for the next time</source>
        <translation>Das Holen anhalten; was empfangen ist, bleibt für das nächste Mal</translation>
    </message>
    <message>
        <source>Open a folder of results or artifacts beside what is open</source>
        <translation>Einen Ordner mit Ergebnissen oder Artefakten neben dem Geöffneten öffnen</translation>
    </message>
    <message>
        <source>Open files of results</source>
        <translation>Ergebnisdateien öffnen</translation>
    </message>
    <message>
        <source>Open zips, CSVs or other files of results</source>
        <translation>Zips, CSVs oder andere Ergebnisdateien öffnen</translation>
    </message>
    <message>
        <source>Open a PyTorch checkout or another tree of baselines</source>
        <translation>Einen PyTorch-Checkout oder einen anderen Baum von Baselines öffnen</translation>
    </message>
    <message>
        <source>Close the path</source>
        <translation>Den Pfad schließen</translation>
    </message>
    <message>
        <source>Remove the selected path from the page; its files on disk stay</source>
        <translation>Den gewählten Pfad von der Seite nehmen; seine Dateien auf der Platte bleiben</translation>
    </message>
    <message>
        <source>Switch the attempt</source>
        <translation>Den Versuch wechseln</translation>
    </message>
    <message>
        <source>Let this file stand for its shard, or return the choice to the rule (also Space and Enter in the table)</source>
        <translation>Diese Datei für ihren Shard gelten lassen, oder die Wahl der Regel zurückgeben (auch Leertaste und Enter in der Tabelle)</translation>
    </message>
    <message>
        <source>Return all attempts to the rule</source>
        <translation>Alle Versuche der Regel zurückgeben</translation>
    </message>
    <message>
        <source>Forget every attempt that was chosen by hand</source>
        <translation>Jeden von Hand gewählten Versuch vergessen</translation>
    </message>
    <message>
        <source>Let the first attempt count</source>
        <translation>Den ersten Versuch zählen lassen</translation>
    </message>
    <message>
        <source>As PyTorch&apos;s updater chooses; otherwise the latest complete one</source>
        <translation>Wie der Aktualisierer von PyTorch wählt; sonst der letzte vollständige</translation>
    </message>
    <message>
        <source>Assign the file to a config</source>
        <translation>Die Datei einer Config zuordnen</translation>
    </message>
    <message>
        <source>Choose the config and shard of the current file</source>
        <translation>Config und Shard der aktuellen Datei wählen</translation>
    </message>
    <message>
        <source>Remove the assignment</source>
        <translation>Die Zuordnung entfernen</translation>
    </message>
    <message>
        <source>Let the file&apos;s own name decide again</source>
        <translation>Den eigenen Namen der Datei wieder entscheiden lassen</translation>
    </message>
    <message>
        <source>Filter the files</source>
        <translation>Die Dateien filtern</translation>
    </message>
    <message>
        <source>Words that must all occur in a file&apos;s origin, config or reason</source>
        <translation>Wörter, die alle in Herkunft, Config oder Grund einer Datei vorkommen</translation>
    </message>
    <message>
        <source>Only: %1</source>
        <translation>Nur: %1</translation>
    </message>
    <message>
        <source>Show all files</source>
        <translation>Alle Dateien zeigen</translation>
    </message>
    <message>
        <source>Sort the files by this column</source>
        <translation>Die Dateien nach dieser Spalte sortieren</translation>
    </message>
    <message>
        <source>Sort by the column of the current cell; the second time in reverse</source>
        <translation>Nach der Spalte der aktuellen Zelle sortieren; beim zweiten Mal umgekehrt</translation>
    </message>
    <message>
        <source>Copy the files</source>
        <translation>Die Dateien kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows as tab-separated text</source>
        <translation>Die gewählten Zeilen als Text mit Tabulatoren kopieren</translation>
    </message>
    <message>
        <source>Copied 1 file</source>
        <translation>1 Datei kopiert</translation>
    </message>
    <message>
        <source>Copied %1 files</source>
        <translation>%1 Dateien kopiert</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>; %1 passed over</source>
        <translation>; %1 übergangen</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 aus %2</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>read in %1</source>
        <translation>gelesen in %1</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SourcesTable</name>
    <message>
        <source>Result files</source>
        <translation>Ergebnisdateien</translation>
    </message>
    <message>
        <source>Columns of the result files</source>
        <translation>Spalten der Ergebnisdateien</translation>
    </message>
    <message>
        <source>used by hand</source>
        <translation>von Hand benutzt</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::StartPage</name>
    <message>
        <source>d MMM yyyy</source>
        <comment>date of a pair opened before</comment>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>Commit, pull request or HUD link</source>
        <translation>Commit, Pull Request oder HUD-Link</translation>
    </message>
    <message>
        <source>Paste a commit, pull request or HUD link</source>
        <translation>Commit, Pull Request oder HUD-Link einfügen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Open a folder of results</source>
        <translation>Einen Ordner mit Ergebnissen öffnen</translation>
    </message>
    <message>
        <source>Show the sample</source>
        <translation>Das Beispiel zeigen</translation>
    </message>
    <message>
        <source>A commit&apos;s hash, or an address on github.com or hud.pytorch.org; Enter fetches its results from CI</source>
        <translation>Der Hash eines Commits, oder eine Adresse auf github.com oder hud.pytorch.org; Enter holt seine Ergebnisse aus der CI</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Get the results of all benchmark jobs</source>
        <translation>Die Ergebnisse aller Benchmark-Jobs holen</translation>
    </message>
    <message>
        <source>Open two files</source>
        <translation>Zwei Dateien öffnen</translation>
    </message>
    <message>
        <source>Choose a config of the commit that is open</source>
        <translation>Wählen Sie eine Config des offenen Commits</translation>
    </message>
    <message>
        <source>The overview lists what fails in all configs, the matrix shows them as a grid: Enter opens the table of one here. Two files or another commit can be opened as well.</source>
        <translation>Die Übersicht listet, was in allen Configs fehlschlägt, die Matrix zeigt sie als Raster: Enter öffnet die Tabelle einer davon hier. Zwei Dateien oder ein anderer Commit lassen sich ebenso öffnen.</translation>
    </message>
    <message>
        <source>Go to the overview</source>
        <translation>Zur Übersicht</translation>
    </message>
    <message>
        <source>Open what a run produced, and its baseline</source>
        <translation>Öffnen, was ein Lauf erzeugte, und seine Baseline</translation>
    </message>
    <message>
        <source>Drop two CSV files anywhere in this window, or all of a commit: folders, artifact zips and a checkout. Plumbline shows what CI&apos;s check scripts say about them, and why.</source>
        <translation>Legen Sie zwei CSV-Dateien irgendwo in diesem Fenster ab, oder alles von einem Commit: Ordner, Artefakt-Zips und einen Checkout. Plumbline zeigt, was die Prüfskripte der CI darüber sagen, und warum.</translation>
    </message>
    <message>
        <source>Now the actual file: what the run produced</source>
        <translation>Jetzt die tatsächliche Datei: was der Lauf erzeugte</translation>
    </message>
    <message>
        <source>Now the expected file: the baseline</source>
        <translation>Jetzt die erwartete Datei: die Baseline</translation>
    </message>
    <message>
        <source>%1 waits for it as %2. Drop the other file on its half of this window, or press Ctrl+Shift+X when %1 belongs on the other side.</source>
        <translation>%1 wartet darauf als %2. Legen Sie die andere Datei auf ihrer Hälfte dieses Fensters ab, oder drücken Sie Strg+Umschalt+X, wenn %1 auf die andere Seite gehört.</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>erwartet</translation>
    </message>
    <message>
        <source>actual</source>
        <translation>tatsächlich</translation>
    </message>
    <message>
        <source>Choose the actual file</source>
        <translation>Die tatsächliche Datei wählen</translation>
    </message>
    <message>
        <source>Choose the expected file</source>
        <translation>Die erwartete Datei wählen</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>Früher geöffnet</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::StartPanel</name>
    <message>
        <source>Python </source>
        <translation>Python </translation>
    </message>
    <message>
        <source>CUDA </source>
        <translation>CUDA </translation>
    </message>
    <message>
        <source> free</source>
        <translation> frei</translation>
    </message>
    <message>
        <source>Copy the commands</source>
        <translation>Die Befehle kopieren</translation>
    </message>
    <message>
        <source>Copy the commands (Ctrl+Shift+C)</source>
        <translation>Die Befehle kopieren (Strg+Umschalt+C)</translation>
    </message>
    <message>
        <source>Check the machine again</source>
        <translation>Den Rechner noch einmal prüfen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>The commands are shown here once the form is complete.</source>
        <translation>Die Befehle stehen hier, sobald das Formular vollständig ist.</translation>
    </message>
    <message>
        <source>Checking the machine; the run starts when that ends…</source>
        <translation>Der Rechner wird geprüft; der Lauf startet, wenn das endet…</translation>
    </message>
    <message>
        <source>Checking the machine…</source>
        <translation>Der Rechner wird geprüft…</translation>
    </message>
    <message>
        <source>✓ Ready</source>
        <translation>✓ Bereit</translation>
    </message>
    <message>
        <source>Commands of %1 tasks</source>
        <translation>Befehle von %1 Aufgaben</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Prüfung…</translation>
    </message>
    <message>
        <source>Start the run</source>
        <translation>Den Lauf starten</translation>
    </message>
    <message>
        <source>Put the run into the queue (Ctrl+Enter)</source>
        <translation>Den Lauf in die Warteschlange stellen (Strg+Enter)</translation>
    </message>
    <message>
        <source>Cannot start: %1</source>
        <translation>Kann nicht starten: %1</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::StateFilter</name>
    <message>
        <source>States of the runs</source>
        <translation>Zustände der Läufe</translation>
    </message>
    <message>
        <source>Only runs that failed, timed out or were lost (0 shows all)</source>
        <translation>Nur Läufe, die fehlschlugen, das Zeitlimit überschritten oder verloren gingen (0 zeigt alle)</translation>
    </message>
    <message>
        <source>Only runs that are %1 (0 shows all)</source>
        <translation>Nur Läufe im Zustand: %1 (0 zeigt alle)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::StatusLine</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Unsaved edits</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SummaryBlock</name>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1: %2 → %3</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SummaryModel</name>
    <message>
        <source>+%1 pt</source>
        <comment>percentage points</comment>
        <translation>+%1 PP</translation>
    </message>
    <message>
        <source>−%1 pt</source>
        <comment>percentage points</comment>
        <translation>−%1 PP</translation>
    </message>
    <message>
        <source>≠ These disagree. %1</source>
        <translation>≠ Diese widersprechen sich. %1</translation>
    </message>
    <message>
        <source>As the dashboard computes it, over %1 models</source>
        <translation>Wie das Dashboard es berechnet, über %1 Modelle</translation>
    </message>
    <message>
        <source>As the dashboard computes it, over %1 models; %2 that pass have no usable value</source>
        <translation>Wie das Dashboard es berechnet, über %1 Modelle; %2, die bestehen, haben keinen brauchbaren Wert</translation>
    </message>
    <message>
        <source>%1 below %2 %</source>
        <translation>%1 unter %2 %</translation>
    </message>
    <message>
        <source>%1 below its floor of %2</source>
        <translation>%1 unter der Untergrenze von %2</translation>
    </message>
    <message>
        <source>%1 models of either run are not in the paired set: not measured or not passing in both</source>
        <translation>%1 Modelle des einen oder anderen Laufs gehören nicht zur gepaarten Menge: nicht gemessen oder nicht in beiden bestanden</translation>
    </message>
    <message>
        <source>Over the %1 models that both runs measured and that pass in both</source>
        <translation>Über die %1 Modelle, die beide Läufe maßen und die in beiden bestehen</translation>
    </message>
    <message>
        <source>The dashboard&apos;s number: each run over its own models</source>
        <translation>Die Zahl des Dashboards: jeder Lauf über seine eigenen Modelle</translation>
    </message>
    <message>
        <source>The same mean over the models that both runs measured</source>
        <translation>Dasselbe Mittel über die Modelle, die beide Läufe maßen</translation>
    </message>
    <message>
        <source>Models in the paired set</source>
        <translation>Modelle in der gepaarten Menge</translation>
    </message>
    <message>
        <source>Models of either run that are not in the paired set</source>
        <translation>Modelle des einen oder anderen Laufs, die nicht in der gepaarten Menge sind</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>HUD %1</source>
        <translation>HUD %1</translation>
    </message>
    <message>
        <source>HUD change</source>
        <translation>HUD-Änderung</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>paired %1</source>
        <translation>gepaart %1</translation>
    </message>
    <message>
        <source>paired change</source>
        <translation>gepaarte Änderung</translation>
    </message>
    <message>
        <source>paired models</source>
        <translation>gepaarte Modelle</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::SummaryView</name>
    <message>
        <source>Summary of the two runs</source>
        <translation>Zusammenfassung der beiden Läufe</translation>
    </message>
    <message>
        <source>Columns of the summary</source>
        <translation>Spalten der Zusammenfassung</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TableFilterBar</name>
    <message>
        <source>Changed only</source>
        <translation>Nur Geändertes</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TaskModel</name>
    <message>
        <source>, running</source>
        <translation>, läuft</translation>
    </message>
    <message>
        <source>, exit code %1</source>
        <translation>, Exit-Code %1</translation>
    </message>
    <message>
        <source>, signal %1</source>
        <translation>, Signal %1</translation>
    </message>
    <message>
        <source>, timed out</source>
        <translation>, Zeitlimit überschritten</translation>
    </message>
    <message>
        <source>, cancelled</source>
        <translation>, abgebrochen</translation>
    </message>
    <message>
        <source>, not started: %1</source>
        <translation>, nicht gestartet: %1</translation>
    </message>
    <message>
        <source>known as %1</source>
        <translation>bekannt als %1</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>cold (s)</source>
        <translation>kalt (s)</translation>
    </message>
    <message>
        <source>warm (s)</source>
        <translation>warm (s)</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Compile time of the run, as its result file says</source>
        <translation>Kompilierzeit des Laufs, wie seine Ergebnisdatei sagt</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TensorBar</name>
    <message>
        <source>Filter: tensor</source>
        <translation>Filter: Tensor</translation>
    </message>
    <message>
        <source>Words that must all occur in the tensor&apos;s path (/)</source>
        <translation>Wörter, die alle im Pfad des Tensors vorkommen (/)</translation>
    </message>
    <message>
        <source>Show every tensor (0)</source>
        <translation>Jeden Tensor zeigen (0)</translation>
    </message>
    <message>
        <source>Failing</source>
        <translation>Fehlschläge</translation>
    </message>
    <message>
        <source>Show only what differs or raises (X)</source>
        <translation>Nur zeigen, was abweicht oder einen Fehler auslöst (X)</translation>
    </message>
    <message>
        <source>Show only what passes with a margin of 0.8 or more (N)</source>
        <translation>Nur zeigen, was mit einer Marge von 0,8 oder mehr besteht (N)</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TensorDetails</name>
    <message>
        <source>Figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>The figures of this tensor</source>
        <translation>Die Kennzahlen dieses Tensors</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>Bins</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Absolute errors by power of ten</source>
        <translation>Absolute Fehler nach Zehnerpotenz</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>ref against res, with the tolerance</source>
        <translation>ref gegen res, mit der Toleranz</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Errors of a slice through the chosen element</source>
        <translation>Fehler einer Scheibe durch das gewählte Element</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Errors along one axis</source>
        <translation>Fehler entlang einer Achse</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Numbers around the chosen element, and the largest errors</source>
        <translation>Zahlen um das gewählte Element, und die größten Fehler</translation>
    </message>
    <message>
        <source>Details of the tensor</source>
        <translation>Einzelheiten des Tensors</translation>
    </message>
    <message>
        <source>Views of the errors</source>
        <translation>Ansichten der Fehler</translation>
    </message>
    <message>
        <source>Choose a tensor to see where and by how much it differs.</source>
        <translation>Wählen Sie einen Tensor, um zu sehen, wo und um wie viel er abweicht.</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>These are not two tensors.</source>
        <translation>Dies sind keine zwei Tensoren.</translation>
    </message>
    <message>
        <source>ref: %1
res: %2</source>
        <translation>ref: %1
res: %2</translation>
    </message>
    <message>
        <source>Tensor: figures</source>
        <translation>Tensor: Kennzahlen</translation>
    </message>
    <message>
        <source>Go to the figures of the tensor</source>
        <translation>Zu den Kennzahlen des Tensors gehen</translation>
    </message>
    <message>
        <source>Tensor: histogram</source>
        <translation>Tensor: Histogramm</translation>
    </message>
    <message>
        <source>Show its absolute errors by power of ten</source>
        <translation>Seine absoluten Fehler nach Zehnerpotenz zeigen</translation>
    </message>
    <message>
        <source>Tensor: scatter</source>
        <translation>Tensor: Streuung</translation>
    </message>
    <message>
        <source>Show ref against res</source>
        <translation>ref gegen res zeigen</translation>
    </message>
    <message>
        <source>Tensor: heat map</source>
        <translation>Tensor: Heatmap</translation>
    </message>
    <message>
        <source>Show the errors of a slice through the chosen element</source>
        <translation>Die Fehler einer Scheibe durch das gewählte Element zeigen</translation>
    </message>
    <message>
        <source>Tensor: channels</source>
        <translation>Tensor: Kanäle</translation>
    </message>
    <message>
        <source>Show the errors along an axis</source>
        <translation>Die Fehler entlang einer Achse zeigen</translation>
    </message>
    <message>
        <source>Tensor: values</source>
        <translation>Tensor: Werte</translation>
    </message>
    <message>
        <source>Show the numbers around the chosen element</source>
        <translation>Die Zahlen um das gewählte Element zeigen</translation>
    </message>
    <message>
        <source>Tensor: worst element</source>
        <translation>Tensor: schlechtestes Element</translation>
    </message>
    <message>
        <source>Choose the element with the largest error</source>
        <translation>Das Element mit dem größten Fehler wählen</translation>
    </message>
    <message>
        <source>Scatter: difference</source>
        <translation>Streuung: Differenz</translation>
    </message>
    <message>
        <source>Draw res − ref over ref, or res over ref</source>
        <translation>res − ref über ref zeichnen, oder res über ref</translation>
    </message>
    <message>
        <source>Channels: order</source>
        <translation>Kanäle: Reihenfolge</translation>
    </message>
    <message>
        <source>Largest error first, or by channel</source>
        <translation>Größter Fehler zuerst, oder nach Kanal</translation>
    </message>
    <message>
        <source>Values: largest errors</source>
        <translation>Werte: größte Fehler</translation>
    </message>
    <message>
        <source>The largest errors, or those around the chosen element</source>
        <translation>Die größten Fehler, oder die um das gewählte Element</translation>
    </message>
    <message>
        <source>Heat map: slice before</source>
        <translation>Heatmap: Scheibe davor</translation>
    </message>
    <message>
        <source>The slice before along the chosen axis</source>
        <translation>Die vorige Scheibe entlang der gewählten Achse</translation>
    </message>
    <message>
        <source>Heat map: next slice</source>
        <translation>Heatmap: nächste Scheibe</translation>
    </message>
    <message>
        <source>The next slice along the chosen axis</source>
        <translation>Die nächste Scheibe entlang der gewählten Achse</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TensorHead</name>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>only in ref: %1</source>
        <translation>nur in ref: %1</translation>
    </message>
    <message>
        <source>only in res: %1</source>
        <translation>nur in res: %1</translation>
    </message>
    <message>
        <source>fp64 reference</source>
        <translation>fp64-Referenz</translation>
    </message>
    <message>
        <source>reference is %1: not used</source>
        <translation>Referenz ist %1: nicht benutzt</translation>
    </message>
    <message>
        <source>no fp64 reference</source>
        <translation>keine fp64-Referenz</translation>
    </message>
    <message>
        <source>margin %1</source>
        <translation>Marge %1</translation>
    </message>
    <message>
        <source>the value itself</source>
        <translation>der Wert selbst</translation>
    </message>
    <message>
        <source>No tensor is chosen</source>
        <translation>Kein Tensor ist gewählt</translation>
    </message>
    <message>
        <source>computing %1 %</source>
        <translation>Berechnung %1 %</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TensorModel</name>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Its path in the file, in the order in which torch compares</source>
        <translation>Sein Pfad in der Datei, in der Reihenfolge, in der torch vergleicht</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>The decision of same(); in brackets when torch does not get there because it stops at the first failure</source>
        <translation>Die Entscheidung von same(); in Klammern, wenn torch nicht dorthin kommt, weil es beim ersten Fehlschlag aufhört</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>Entschieden durch</translation>
    </message>
    <message>
        <source>The test of same() that decided</source>
        <translation>Der Test von same(), der entschied</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Marge</translation>
    </message>
    <message>
        <source>res error / (multiplier x ref error + tol / 10): over 1 fails, from 0.8 on it is near</source>
        <translation>Fehler von res / (Multiplikator x Fehler von ref + tol / 10): über 1 schlägt fehl, ab 0,8 ist es knapp</translation>
    </message>
    <message>
        <source>ref error</source>
        <translation>Fehler von ref</translation>
    </message>
    <message>
        <source>Root of the mean squared difference of ref and fp64</source>
        <translation>Wurzel der mittleren quadrierten Differenz von ref und fp64</translation>
    </message>
    <message>
        <source>res error</source>
        <translation>Fehler von res</translation>
    </message>
    <message>
        <source>Root of the mean squared difference of res and fp64</source>
        <translation>Wurzel der mittleren quadrierten Differenz von res und fp64</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>Schranke</translation>
    </message>
    <message>
        <source>Limit of the res error: multiplier x ref error + tol / 10</source>
        <translation>Grenze des Fehlers von res: Multiplikator x Fehler von ref + tol / 10</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Of ref; of both where they differ</source>
        <translation>Von ref; von beiden, wo sie sich unterscheiden</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>dtype</translation>
    </message>
    <message>
        <source>Max abs</source>
        <translation>Max. abs.</translation>
    </message>
    <message>
        <source>Largest |res - fp64|, or |res - ref| without fp64</source>
        <translation>Größtes |res - fp64|, oder |res - ref| ohne fp64</translation>
    </message>
    <message>
        <source>%1 differ</source>
        <translation>%1 weichen ab</translation>
    </message>
    <message>
        <source>%1 near</source>
        <translation>%1 knapp</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>%1 · not reached</source>
        <translation>%1 · nicht erreicht</translation>
    </message>
    <message>
        <source>torch does not get here: it stops at the first failure.</source>
        <translation>torch kommt nicht hierher: es hört beim ersten Fehlschlag auf.</translation>
    </message>
    <message>
        <source>Not what decided here.</source>
        <translation>Hat hier nicht entschieden.</translation>
    </message>
    <message>
        <source>margin %1, over the limit</source>
        <translation>Marge %1, über der Grenze</translation>
    </message>
    <message>
        <source>margin %1</source>
        <translation>Marge %1</translation>
    </message>
    <message>
        <source>%1, not reached by torch</source>
        <translation>%1, von torch nicht erreicht</translation>
    </message>
    <message>
        <source>(the value itself)</source>
        <translation>(der Wert selbst)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TensorSlot</name>
    <message>
        <source>nothing yet</source>
        <translation>noch nichts</translation>
    </message>
    <message>
        <source>%1: %2, choose another</source>
        <translation>%1: %2, eine andere wählen</translation>
    </message>
    <message>
        <source>%1: %2, cannot be read, choose another</source>
        <translation>%1: %2, nicht lesbar, eine andere wählen</translation>
    </message>
    <message>
        <source>%1: %2. Press to choose a file or a folder, or drop it here.</source>
        <translation>%1: %2. Drücken Sie, um eine Datei oder einen Ordner zu wählen, oder legen Sie sie hier ab.</translation>
    </message>
    <message>
        <source>choose or drop</source>
        <translation>wählen oder ablegen</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Eine Datei wählen…</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Einen Ordner wählen…</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Weglassen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TensorTree</name>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Columns of the tensors</source>
        <translation>Spalten der Tensoren</translation>
    </message>
    <message>
        <source>Reset the columns</source>
        <translation>Die Spalten zurücksetzen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TensorsView</name>
    <message>
        <source>Size of the details</source>
        <translation>Größe der Einzelheiten</translation>
    </message>
    <message>
        <source>all same</source>
        <translation>alle gleich</translation>
    </message>
    <message>
        <source>1 differs</source>
        <translation>1 weicht ab</translation>
    </message>
    <message>
        <source>%1 differ</source>
        <translation>%1 weichen ab</translation>
    </message>
    <message>
        <source>%1 near the limit</source>
        <translation>%1 nahe an der Grenze</translation>
    </message>
    <message>
        <source>torch stops after %1</source>
        <translation>torch hört nach %1 auf</translation>
    </message>
    <message>
        <source>There is nothing to compare</source>
        <translation>Es gibt nichts zu vergleichen</translation>
    </message>
    <message>
        <source>The files hold no value.</source>
        <translation>Die Dateien enthalten keinen Wert.</translation>
    </message>
    <message>
        <source>No tensor matches</source>
        <translation>Kein Tensor passt</translation>
    </message>
    <message>
        <source>The filter hides all %1.</source>
        <translation>Der Filter verbirgt alle %1.</translation>
    </message>
    <message>
        <source>Show every tensor</source>
        <translation>Jeden Tensor zeigen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ThresholdPanel</name>
    <message>
        <source>What counts</source>
        <translation>Was zählt</translation>
    </message>
    <message>
        <source>Flips only</source>
        <translation>Nur Kippende</translation>
    </message>
    <message>
        <source>Show only rows that turn over with these thresholds (L)</source>
        <translation>Nur Zeilen zeigen, die mit diesen Schwellen kippen (L)</translation>
    </message>
    <message>
        <source>HUD&apos;s values</source>
        <translation>Werte von HUD</translation>
    </message>
    <message>
        <source>Back to the dashboard&apos;s thresholds (H); Backspace takes one step back</source>
        <translation>Zurück zu den Schwellen des Dashboards (H); Rücktaste geht einen Schritt zurück</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>Schwellen</translation>
    </message>
    <message>
        <source>pass rate</source>
        <translation>Bestehensquote</translation>
    </message>
    <message>
        <source>Move a threshold to see which rows turn over.</source>
        <translation>Verschieben Sie eine Schwelle, um zu sehen, welche Zeilen kippen.</translation>
    </message>
    <message>
        <source>No row turns over.</source>
        <translation>Keine Zeile kippt.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ThresholdRow</name>
    <message>
        <source>A change of more than this counts: %1, relative to what it was before</source>
        <translation>Eine Änderung um mehr als dies zählt: %1, relativ zum Wert davor</translation>
    </message>
    <message>
        <source>Threshold of %1, slider</source>
        <translation>Schwelle von %1, Schieberegler</translation>
    </message>
    <message>
        <source>Threshold of %1, in per cent</source>
        <translation>Schwelle von %1, in Prozent</translation>
    </message>
    <message>
        <source>Floor of %1</source>
        <translation>Untergrenze von %1</translation>
    </message>
    <message>
        <source>The dashboard marks %1 below this, whatever it was before</source>
        <translation>Das Dashboard markiert %1 unter diesem Wert, was es auch vorher war</translation>
    </message>
    <message>
        <source>no row turns over</source>
        <translation>keine Zeile kippt</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TickPanel</name>
    <message>
        <source>Close the list (Escape)</source>
        <translation>Die Liste schließen (Escape)</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TransferModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>Geltungsbereich</translation>
    </message>
    <message>
        <source>In the other list</source>
        <translation>In der anderen Liste</translation>
    </message>
    <message>
        <source>is there already</source>
        <translation>ist schon da</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie es ist</translation>
    </message>
    <message>
        <source>loses %1</source>
        <translation>verliert %1</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>everywhere</source>
        <translation>überall</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TransferPanel</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Entries for another list</source>
        <translation>Einträge für eine andere Liste</translation>
    </message>
    <message>
        <source>Entries that can be taken</source>
        <translation>Einträge, die sich nehmen lassen</translation>
    </message>
    <message>
        <source>Columns of the entries that can be taken</source>
        <translation>Spalten der Einträge, die sich nehmen lassen</translation>
    </message>
    <message>
        <source>into</source>
        <translation>in</translation>
    </message>
    <message>
        <source>List that takes the entries</source>
        <translation>Liste, die die Einträge aufnimmt</translation>
    </message>
    <message>
        <source>%1 of %2 can be taken</source>
        <translation>%1 von %2 lassen sich nehmen</translation>
    </message>
    <message>
        <source>Add 1 entry</source>
        <translation>1 Eintrag hinzufügen</translation>
    </message>
    <message>
        <source>Add %1 entries</source>
        <translation>%1 Einträge hinzufügen</translation>
    </message>
    <message>
        <source>Add the ticked entries to the list&apos;s pending text (Enter); Review saves it</source>
        <translation>Die angehakten Einträge in den vorläufigen Text der Liste aufnehmen (Enter); die Durchsicht speichert ihn</translation>
    </message>
    <message>
        <source>No entry is ticked</source>
        <translation>Kein Eintrag ist angehakt</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TriageModel</name>
    <message>
        <source>no runs in the history</source>
        <translation>keine Läufe im Verlauf</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>no row</source>
        <translation>keine Zeile</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>%1
expected: %2
actual: %3</source>
        <translation>%1
erwartet: %2
tatsächlich: %3</translation>
    </message>
    <message>
        <source>change: %1 (%2 %)</source>
        <translation>Änderung: %1 (%2 %)</translation>
    </message>
    <message>
        <source>change: %1</source>
        <translation>Änderung: %1</translation>
    </message>
    <message>
        <source>
The run failed before this was measured: its zero is padding, not a count.</source>
        <translation>
Der Lauf schlug fehl, bevor dies gemessen wurde: seine Null ist Füllung, keine Zählung.</translation>
    </message>
    <message>
        <source>LOST</source>
        <translation>FEHLT</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>Ihre</translation>
    </message>
    <message>
        <source>flaky</source>
        <translation>flaky</translation>
    </message>
    <message>
        <source>%1
No check script says anything about this row.</source>
        <translation>%1
Kein Prüfskript sagt etwas über diese Zeile.</translation>
    </message>
    <message>
        <source>%1 · CI&apos;s word: %2
This row alone makes CI fail.</source>
        <translation>%1 · Wort der CI: %2
Diese Zeile allein lässt die CI fehlschlagen.</translation>
    </message>
    <message>
        <source>%1 · CI&apos;s word: %2
This row does not make CI fail.</source>
        <translation>%1 · Wort der CI: %2
Diese Zeile lässt die CI nicht fehlschlagen.</translation>
    </message>
    <message>
        <source>On a flaky list: CI excuses most of its failures.</source>
        <translation>Auf einer Flaky-Liste: die CI entschuldigt die meisten ihrer Fehlschläge.</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>%1 %2 unchanged %3</source>
        <translation>%1 %2 unverändert %3</translation>
    </message>
    <message>
        <source>%1 %2 expected %3 actual %4 not measured</source>
        <translation>%1 %2 erwartet %3 tatsächlich %4 nicht gemessen</translation>
    </message>
    <message>
        <source>%1 %2 expected %3 actual %4</source>
        <translation>%1 %2 erwartet %3 tatsächlich %4</translation>
    </message>
    <message>
        <source>%1 excused by your list</source>
        <translation>%1 durch Ihre Liste entschuldigt</translation>
    </message>
    <message>
        <source>%1 flaky</source>
        <translation>%1 flaky</translation>
    </message>
    <message>
        <source>%1 not flaky</source>
        <translation>%1 nicht flaky</translation>
    </message>
    <message>
        <source>%1 findings %2</source>
        <translation>%1 Befunde %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>CI would pass</source>
        <translation>Die CI würde bestehen</translation>
    </message>
    <message>
        <source>CI would fail</source>
        <translation>Die CI würde fehlschlagen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Changed in hidden columns: %1 and %2 more.</source>
        <translation>Geändert in ausgeblendeten Spalten: %1 und %2 weitere.</translation>
    </message>
    <message>
        <source>Changed in a hidden column: %1.</source>
        <translation>Geändert in einer ausgeblendeten Spalte: %1.</translation>
    </message>
    <message>
        <source>Changed in hidden columns: %1.</source>
        <translation>Geändert in ausgeblendeten Spalten: %1.</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TriagePage</name>
    <message>
        <source>Triage</source>
        <translation>Triage</translation>
    </message>
    <message>
        <source>Width of the details</source>
        <translation>Breite der Einzelheiten</translation>
    </message>
    <message>
        <source>Stopped: the rows are those from before the last filter or order</source>
        <translation>Angehalten: die Zeilen sind die vor dem letzten Filter oder der letzten Reihenfolge</translation>
    </message>
    <message>
        <source>Copied 1 row</source>
        <translation>1 Zeile kopiert</translation>
    </message>
    <message>
        <source>Copied %1 rows</source>
        <translation>%1 Zeilen kopiert</translation>
    </message>
    <message>
        <source>Show unchanged models too</source>
        <translation>Auch unveränderte Modelle zeigen</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Den Filter leeren</translation>
    </message>
    <message>
        <source>Look at the edits and save them, or take the last step back with Z.</source>
        <translation>Sehen Sie die Änderungen an und speichern Sie sie, oder nehmen Sie mit Z den letzten Schritt zurück.</translation>
    </message>
    <message>
        <source>Review the edits</source>
        <translation>Die Änderungen durchsehen</translation>
    </message>
    <message>
        <source>No changed model matches</source>
        <translation>Kein geändertes Modell passt</translation>
    </message>
    <message>
        <source>Unchanged models are hidden as well.</source>
        <translation>Unveränderte Modelle sind ebenfalls verborgen.</translation>
    </message>
    <message>
        <source>No model matches</source>
        <translation>Kein Modell passt</translation>
    </message>
    <message>
        <source>The filter leaves none of %1 models.</source>
        <translation>Der Filter lässt keines von %1 Modellen übrig.</translation>
    </message>
    <message>
        <source>%1 rows in %2</source>
        <translation>%1 Zeilen in %2</translation>
    </message>
    <message>
        <source>Not judged: the check scripts die on this pair</source>
        <translation>Nicht beurteilt: die Prüfskripte stürzen bei diesem Paar ab</translation>
    </message>
    <message>
        <source>Not fully judged: a check script dies on this pair</source>
        <translation>Nicht ganz beurteilt: ein Prüfskript stürzt bei diesem Paar ab</translation>
    </message>
    <message>
        <source>Nothing changed, and nothing is judged</source>
        <translation>Nichts ist geändert, und nichts wird beurteilt</translation>
    </message>
    <message>
        <source>No check looks at this pair.</source>
        <translation>Keine Prüfung sieht dieses Paar an.</translation>
    </message>
    <message>
        <source>Nothing changed</source>
        <translation>Nichts ist geändert</translation>
    </message>
    <message>
        <source>The only model is as its baseline expects.</source>
        <translation>Das einzige Modell ist, wie seine Baseline es erwartet.</translation>
    </message>
    <message>
        <source>All %1 models are as their baseline expects.</source>
        <translation>Alle %1 Modelle sind, wie ihre Baseline es erwartet.</translation>
    </message>
    <message>
        <source>No model further down needs a decision</source>
        <translation>Weiter unten braucht kein Modell eine Entscheidung</translation>
    </message>
    <message>
        <source>No model further up needs a decision</source>
        <translation>Weiter oben braucht kein Modell eine Entscheidung</translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>Nichts ist geöffnet</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>No row is chosen: the filter hides %1.</source>
        <translation>Keine Zeile ist gewählt: der Filter verbirgt %1.</translation>
    </message>
    <message>
        <source>Nothing needs a decision</source>
        <translation>Nichts braucht eine Entscheidung</translation>
    </message>
    <message>
        <source>Next that needs a decision</source>
        <translation>Nächstes, das eine Entscheidung braucht</translation>
    </message>
    <message>
        <source>Go to the next model that fails, improved, is missing or invalid</source>
        <translation>Zum nächsten Modell gehen, das fehlschlägt, besser wurde, fehlt oder ungültig ist</translation>
    </message>
    <message>
        <source>Previous that needs a decision</source>
        <translation>Voriges, das eine Entscheidung braucht</translation>
    </message>
    <message>
        <source>Go back to the previous model that needs a decision</source>
        <translation>Zum vorigen Modell zurückgehen, das eine Entscheidung braucht</translation>
    </message>
    <message>
        <source>Go to the details</source>
        <translation>Zu den Einzelheiten</translation>
    </message>
    <message>
        <source>Move the keyboard to the details (Enter in the table; Escape leads back)</source>
        <translation>Die Tastatur in die Einzelheiten setzen (Enter in der Tabelle; Escape führt zurück)</translation>
    </message>
    <message>
        <source>Show the details</source>
        <translation>Die Einzelheiten zeigen</translation>
    </message>
    <message>
        <source>Show or hide the details on the right</source>
        <translation>Die Einzelheiten rechts zeigen oder verbergen</translation>
    </message>
    <message>
        <source>What CI printed</source>
        <translation>Was die CI ausgab</translation>
    </message>
    <message>
        <source>Show the text of each check script in turn</source>
        <translation>Den Text jedes Prüfskripts der Reihe nach zeigen</translation>
    </message>
    <message>
        <source>Copy the reason and the scripts&apos; lines</source>
        <translation>Den Grund und die Zeilen der Skripte kopieren</translation>
    </message>
    <message>
        <source>Copy verdict, reason and the scripts&apos; own lines of the current model</source>
        <translation>Urteil, Grund und die eigenen Zeilen der Skripte des aktuellen Modells kopieren</translation>
    </message>
    <message>
        <source>Accept what the run says</source>
        <translation>Übernehmen, was der Lauf sagt</translation>
    </message>
    <message>
        <source>Write the run&apos;s values into the baseline, for the current row or the selection</source>
        <translation>Die Werte des Laufs in die Baseline schreiben, für die aktuelle Zeile oder die Auswahl</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Keep the baseline</source>
        <translation>Die Baseline behalten</translation>
    </message>
    <message>
        <source>Leave the baseline as it is; edits of this row are taken back</source>
        <translation>Die Baseline lassen, wie sie ist; Änderungen dieser Zeile werden zurückgenommen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Mark as flaky</source>
        <translation>Als flaky markieren</translation>
    </message>
    <message>
        <source>Add the model to a flaky list, with a reason</source>
        <translation>Das Modell in eine Flaky-Liste aufnehmen, mit einem Grund</translation>
    </message>
    <message>
        <source>Flaky</source>
        <translation>Flaky</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Eine Notiz schreiben</translation>
    </message>
    <message>
        <source>A note for later readers; it changes no file</source>
        <translation>Eine Notiz für spätere Leser; sie ändert keine Datei</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Accept all rows alike</source>
        <translation>Alle gleichartigen Zeilen übernehmen</translation>
    </message>
    <message>
        <source>Accept every open row with the same change, as one step</source>
        <translation>Jede offene Zeile mit derselben Änderung übernehmen, als ein Schritt</translation>
    </message>
    <message>
        <source>Keep the baseline of all rows alike</source>
        <translation>Die Baseline aller gleichartigen Zeilen behalten</translation>
    </message>
    <message>
        <source>Keep every open row with the same change, as one step</source>
        <translation>Jede offene Zeile mit derselben Änderung behalten, als ein Schritt</translation>
    </message>
    <message>
        <source>Mark all rows alike as flaky</source>
        <translation>Alle gleichartigen Zeilen als flaky markieren</translation>
    </message>
    <message>
        <source>The same for every open row with the same change, as one step</source>
        <translation>Dasselbe für jede offene Zeile mit derselben Änderung, als ein Schritt</translation>
    </message>
    <message>
        <source>Accept this metric only</source>
        <translation>Nur diese Metrik übernehmen</translation>
    </message>
    <message>
        <source>Accept only the metric of the current column (arrow keys move it)</source>
        <translation>Nur die Metrik der aktuellen Spalte übernehmen (Pfeiltasten bewegen sie)</translation>
    </message>
    <message>
        <source>Accept all open rows of the classes shown</source>
        <translation>Alle offenen Zeilen der gezeigten Klassen übernehmen</translation>
    </message>
    <message>
        <source>Pick classes with 1 to 7 first; what gets worse still asks for a reason</source>
        <translation>Wählen Sie zuerst Klassen mit 1 bis 7; was schlechter wird, fragt weiterhin nach einem Grund</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>Entscheiden</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter by text</source>
        <translation>Nach Text filtern</translation>
    </message>
    <message>
        <source>Part of a name, /regex/, metric&gt;value, class:, finding:, flaky:, changed:, decided:, suite:</source>
        <translation>Teil eines Namens, /Regex/, Metrik&gt;Wert, class:, finding:, flaky:, changed:, decided:, suite:</translation>
    </message>
    <message>
        <source>Only: %1</source>
        <translation>Nur: %1</translation>
    </message>
    <message>
        <source>Show only rows of the class %1</source>
        <translation>Nur Zeilen der Klasse %1 zeigen</translation>
    </message>
    <message>
        <source>Changed only</source>
        <translation>Nur Geändertes</translation>
    </message>
    <message>
        <source>Hide rows that pass or fail as expected, equal their baseline and have no finding of note</source>
        <translation>Zeilen verbergen, die wie erwartet bestehen oder fehlschlagen, ihrer Baseline gleichen und keinen nennenswerten Befund haben</translation>
    </message>
    <message>
        <source>Show every row</source>
        <translation>Jede Zeile zeigen</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Copy the cells</source>
        <translation>Die Zellen kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows as tab-separated text</source>
        <translation>Die gewählten Zeilen als Text mit Tabulatoren kopieren</translation>
    </message>
    <message>
        <source>Copy the cells as Markdown</source>
        <translation>Die Zellen als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows as a Markdown table for an issue</source>
        <translation>Die gewählten Zeilen als Markdown-Tabelle für ein Issue kopieren</translation>
    </message>
    <message>
        <source>Sort by the current column</source>
        <translation>Nach der aktuellen Spalte sortieren</translation>
    </message>
    <message>
        <source>Sort by the column of the current cell (arrow keys move it); once more turns the order round</source>
        <translation>Nach der Spalte der aktuellen Zelle sortieren (Pfeiltasten bewegen sie); noch einmal kehrt die Reihenfolge um</translation>
    </message>
    <message>
        <source>Sort worst first</source>
        <translation>Das Schlechteste zuerst</translation>
    </message>
    <message>
        <source>Back to the default order: worst first, then file order</source>
        <translation>Zurück zur Vorgabe: das Schlechteste zuerst, dann die Reihenfolge der Datei</translation>
    </message>
    <message>
        <source>Choose the columns</source>
        <translation>Die Spalten wählen</translation>
    </message>
    <message>
        <source>Show, hide and move columns</source>
        <translation>Spalten zeigen, verbergen und verschieben</translation>
    </message>
    <message>
        <source>Reset the columns</source>
        <translation>Die Spalten zurücksetzen</translation>
    </message>
    <message>
        <source>Forget widths, order and hidden columns</source>
        <translation>Breiten, Reihenfolge und verborgene Spalten vergessen</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::TriageTable</name>
    <message>
        <source>Sort ascending</source>
        <translation>Aufsteigend sortieren</translation>
    </message>
    <message>
        <source>Sort descending</source>
        <translation>Absteigend sortieren</translation>
    </message>
    <message>
        <source>Sort by actual, ascending</source>
        <translation>Nach tatsächlich sortieren, aufsteigend</translation>
    </message>
    <message>
        <source>Sort by actual, descending</source>
        <translation>Nach tatsächlich sortieren, absteigend</translation>
    </message>
    <message>
        <source>Sort by expected, ascending</source>
        <translation>Nach erwartet sortieren, aufsteigend</translation>
    </message>
    <message>
        <source>Sort by expected, descending</source>
        <translation>Nach erwartet sortieren, absteigend</translation>
    </message>
    <message>
        <source>Sort by change, largest rise first</source>
        <translation>Nach Änderung sortieren, größter Anstieg zuerst</translation>
    </message>
    <message>
        <source>Sort by change, largest drop first</source>
        <translation>Nach Änderung sortieren, größter Abfall zuerst</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Columns of the models</source>
        <translation>Spalten der Modelle</translation>
    </message>
    <message>
        <source>Worst first, then file order</source>
        <translation>Das Schlechteste zuerst, dann die Reihenfolge der Datei</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>Nach links</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>Reset the columns</source>
        <translation>Die Spalten zurücksetzen</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ValuesModel</name>
    <message>
        <source>within</source>
        <translation>innerhalb</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>außerhalb</translation>
    </message>
    <message>
        <source>The index of the element, axis by axis</source>
        <translation>Der Index des Elements, Achse für Achse</translation>
    </message>
    <message>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>Its number in ref</source>
        <translation>Seine Zahl in ref</translation>
    </message>
    <message>
        <source>Its number in res</source>
        <translation>Seine Zahl in res</translation>
    </message>
    <message>
        <source>|ref − res| ≤ tol + tol × |res|, computed as in torch</source>
        <translation>|ref − res| ≤ tol + tol × |res|, berechnet wie in torch</translation>
    </message>
    <message>
        <source>tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>|res − r|, where r is fp64 if there is one, otherwise ref</source>
        <translation>|res − r|, wobei r fp64 ist, wenn es eines gibt, sonst ref</translation>
    </message>
    <message>
        <source>abs error</source>
        <translation>abs. Fehler</translation>
    </message>
    <message>
        <source>The absolute error divided by |r|</source>
        <translation>Der absolute Fehler geteilt durch |r|</translation>
    </message>
    <message>
        <source>rel error</source>
        <translation>rel. Fehler</translation>
    </message>
    <message>
        <source>The float64 reference</source>
        <translation>Die float64-Referenz</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::ValuesView</name>
    <message>
        <source>Which elements</source>
        <translation>Welche Elemente</translation>
    </message>
    <message>
        <source>Around the chosen element along the last axis, or the largest errors (U)</source>
        <translation>Um das gewählte Element entlang der letzten Achse, oder die größten Fehler (U)</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Around the chosen element</source>
        <translation>Um das gewählte Element</translation>
    </message>
    <message>
        <source>Largest errors</source>
        <translation>Größte Fehler</translation>
    </message>
    <message>
        <source>Elements in full</source>
        <translation>Vollständige Elemente</translation>
    </message>
    <message>
        <source>Columns of the elements</source>
        <translation>Spalten der Elemente</translation>
    </message>
    <message>
        <source>There are no elements.</source>
        <translation>Es gibt keine Elemente.</translation>
    </message>
    <message>
        <source>The %1 largest, worst first</source>
        <translation>Die %1 größten, schlechteste zuerst</translation>
    </message>
    <message>
        <source>Along the last axis</source>
        <translation>Entlang der letzten Achse</translation>
    </message>
</context>
<context>
    <name>plumbline::ui::WordsLabel</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
</TS>
