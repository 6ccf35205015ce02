BEGIN TRANSACTION;
CREATE TABLE contests (
        id TEXT PRIMARY KEY, setup TEXT NOT NULL, clock BIGINT NOT NULL,
        seen DOUBLE PRECISION NOT NULL, is_over INTEGER NOT NULL);
INSERT INTO "contests" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','{"format": "lexigrid/contest", "version": 1, "grid": {"format": "lexigrid/grid", "version": 1, "rows": [["t", "e", "a"], ["a", "n", "t"], ["o", "a", "t"]], "alphabet": null, "topology": "king"}, "rules": {"min_length": 3, "scoring": "classic", "seconds": 60, "cancel": true, "penalty": 1, "hints": 1, "turning": true, "gain": 0, "tries": null, "find_all": false, "target": null}, "lexicon": "ten", "fingerprint": "f373de6a464820fc", "seed": "1", "dice": "", "opponents": [5, 5], "seats": 16, "visible": true}',60000,1767225600.0,1);
INSERT INTO "contests" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','{"format": "lexigrid/contest", "version": 1, "grid": {"format": "lexigrid/grid", "version": 1, "rows": [["t", "e", "a"], ["a", "n", "t"], ["o", "a", "t"]], "alphabet": null, "topology": "king"}, "rules": {"min_length": 3, "scoring": "classic", "seconds": 40, "cancel": false, "penalty": 0, "hints": 1, "turning": true, "gain": 0, "tries": null, "find_all": false, "target": null}, "lexicon": "ten", "fingerprint": "f373de6a464820fc", "seed": "1", "dice": "derived", "opponents": [5, 5], "seats": 16, "visible": false}',14141,1767225600.0,0);
INSERT INTO "contests" VALUES('cccccccccccccccccccccccccccccccc','{"format": "lexigrid/contest", "version": 1, "grid": {"format": "lexigrid/grid", "version": 1, "rows": [["t", "e", "a"], ["a", "n", "t"], ["o", "a", "t"]], "alphabet": null, "topology": "king"}, "rules": {"min_length": 3, "scoring": "classic", "seconds": 60, "cancel": true, "penalty": 1, "hints": 1, "turning": true, "gain": 0, "tries": null, "find_all": false, "target": null}, "lexicon": "ten", "fingerprint": "f373de6a464820fc", "seed": "1", "dice": "", "opponents": [5, 5], "seats": 16, "visible": true}',0,1767225600.0,0);
INSERT INTO "contests" VALUES('dddddddddddddddddddddddddddddddd','{"format": "lexigrid/contest", "version": 1, "grid": {"format": "lexigrid/grid", "version": 1, "rows": [["t", "e", "a"], ["a", "n", "t"], ["o", "a", "t"]], "alphabet": null, "topology": "king"}, "rules": {"min_length": 3, "scoring": "classic", "seconds": 60, "cancel": true, "penalty": 1, "hints": 1, "turning": true, "gain": 0, "tries": null, "find_all": false, "target": null}, "lexicon": "ten", "fingerprint": "f373de6a464820fc", "seed": "1", "dice": "", "opponents": [5, 5], "seats": 4, "visible": true}',31652,1767225600.0,0);
CREATE TABLE entries (
        contest TEXT NOT NULL, number INTEGER NOT NULL, at BIGINT NOT NULL, kind TEXT NOT NULL,
        seat INTEGER, data TEXT NOT NULL, key TEXT, PRIMARY KEY (contest, number),
        UNIQUE (contest, seat, key));
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',1,0,'joined',2,'{"name": "Ann", "ticket": "digest of Ann"}',NULL);
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',2,0,'joined',3,'{"name": "Bob", "ticket": "digest of Bob"}',NULL);
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',3,0,'began',NULL,'{}',NULL);
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',4,2201,'word',3,'{"word": "eat", "reason": "accepted", "points": 1, "letters": 3, "path": [[0, 1], [0, 2], [1, 2]], "traced": 3, "prefix": "", "said": "EAT"}','2201');
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',5,9938,'word',2,'{"word": "tan", "reason": "accepted", "points": 1, "letters": 3, "path": [[0, 0], [1, 0], [1, 1]], "traced": 3, "prefix": "", "said": "tan"}','9938');
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',6,9938,'hint',2,'{"clue": "a\u00b7\u00b7 (3 letters)", "start": [0, 2]}',NULL);
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',7,9938,'paused',NULL,'{}',NULL);
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',8,9938,'resumed',NULL,'{}',NULL);
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',9,17606,'word',0,'{"word": "ten", "reason": "accepted", "points": 1, "letters": 3, "path": [[0, 0], [0, 1], [1, 1]], "traced": 3, "prefix": "", "said": "ten"}',NULL);
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',10,23631,'word',3,'{"word": "tan", "reason": "accepted", "points": 1, "letters": 3, "path": [[0, 0], [1, 0], [1, 1]], "traced": 3, "prefix": "", "said": "tan"}','23631');
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',11,31731,'word',0,'{"word": "eta", "reason": "accepted", "points": 1, "letters": 3, "path": [[0, 1], [0, 0], [1, 0]], "traced": 3, "prefix": "", "said": "eta"}',NULL);
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',12,35031,'word',3,'{"word": "net", "reason": "accepted", "points": 1, "letters": 3, "path": [[1, 1], [0, 1], [0, 0]], "traced": 3, "prefix": "", "said": "net"}','35031');
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',13,36705,'word',2,'{"word": "at", "reason": "too short", "points": 0, "letters": 2, "path": [], "traced": 0, "prefix": "", "said": "at"}','36705');
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',14,36855,'word',2,'{"word": "tan", "reason": "already found", "points": 0, "letters": 3, "path": [[0, 0], [1, 0], [1, 1]], "traced": 0, "prefix": "", "said": "tan"}','36855');
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',15,45499,'word',3,'{"word": "cat", "reason": "not on the board", "points": 0, "letters": 3, "path": [], "traced": 0, "prefix": "", "said": "cat"}','45499');
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',16,51162,'word',2,'{"word": "cat", "reason": "not on the board", "points": 0, "letters": 3, "path": [], "traced": 0, "prefix": "", "said": "cat"}','51162');
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',17,51514,'word',2,'{"word": "tan", "reason": "already found", "points": 0, "letters": 3, "path": [[0, 0], [1, 0], [1, 1]], "traced": 0, "prefix": "", "said": "tan"}','51514');
INSERT INTO "entries" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',18,60000,'over',NULL,'{}',NULL);
INSERT INTO "entries" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',1,0,'joined',2,'{"name": "Ann", "ticket": "digest of Ann"}',NULL);
INSERT INTO "entries" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',2,0,'joined',3,'{"name": "Bob", "ticket": "digest of Bob"}',NULL);
INSERT INTO "entries" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',3,0,'began',NULL,'{}',NULL);
INSERT INTO "entries" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',4,14141,'word',2,'{"word": "tea", "reason": "accepted", "points": 1, "letters": 3, "path": [[0, 0], [0, 1], [0, 2]], "traced": 3, "prefix": "", "said": "tea"}','14141');
INSERT INTO "entries" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',5,14141,'hint',2,'{"clue": "a\u00b7\u00b7 (3 letters)", "start": [0, 2]}',NULL);
INSERT INTO "entries" VALUES('cccccccccccccccccccccccccccccccc',1,0,'joined',2,'{"name": "Ann", "ticket": "digest of Ann"}',NULL);
INSERT INTO "entries" VALUES('dddddddddddddddddddddddddddddddd',1,0,'joined',2,'{"name": "Ann", "ticket": "digest of Ann"}',NULL);
INSERT INTO "entries" VALUES('dddddddddddddddddddddddddddddddd',2,0,'joined',3,'{"name": "Bob", "ticket": "digest of Bob"}',NULL);
INSERT INTO "entries" VALUES('dddddddddddddddddddddddddddddddd',3,0,'began',NULL,'{}',NULL);
INSERT INTO "entries" VALUES('dddddddddddddddddddddddddddddddd',4,3867,'word',2,'{"word": "xyz", "reason": "not on the board", "points": 0, "letters": 3, "path": [], "traced": 0, "prefix": "", "said": "xyz"}','3867');
INSERT INTO "entries" VALUES('dddddddddddddddddddddddddddddddd',5,5343,'word',2,'{"word": "eat", "reason": "accepted", "points": 1, "letters": 3, "path": [[0, 1], [0, 2], [1, 2]], "traced": 3, "prefix": "", "said": "EAT"}','5343');
INSERT INTO "entries" VALUES('dddddddddddddddddddddddddddddddd',6,17606,'word',0,'{"word": "ten", "reason": "accepted", "points": 1, "letters": 3, "path": [[0, 0], [0, 1], [1, 1]], "traced": 3, "prefix": "", "said": "ten"}',NULL);
INSERT INTO "entries" VALUES('dddddddddddddddddddddddddddddddd',7,18457,'word',2,'{"word": "tea", "reason": "accepted", "points": 1, "letters": 3, "path": [[0, 0], [0, 1], [0, 2]], "traced": 3, "prefix": "", "said": "tea"}','18457');
INSERT INTO "entries" VALUES('dddddddddddddddddddddddddddddddd',8,31232,'word',2,'{"word": "oat", "reason": "accepted", "points": 1, "letters": 3, "path": [[2, 0], [1, 0], [0, 0]], "traced": 3, "prefix": "", "said": "oat "}','31232');
INSERT INTO "entries" VALUES('dddddddddddddddddddddddddddddddd',9,31652,'word',3,'{"word": "xyz", "reason": "not on the board", "points": 0, "letters": 3, "path": [], "traced": 0, "prefix": "", "said": "xyz"}','31652');
INSERT INTO "entries" VALUES('dddddddddddddddddddddddddddddddd',10,31652,'paused',NULL,'{}',NULL);
COMMIT;
