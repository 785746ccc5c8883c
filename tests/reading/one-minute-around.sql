-- Question 41: which bound makes my NULL row wait?
create table l (id string, rt timestamp(3), watermark for rt as rt) with ('connector'='kafka');
create table r (id string, rt timestamp(3), watermark for rt as rt) with ('connector'='kafka');
select * from l left join r on l.id = r.id and l.rt between r.rt - interval '1' minute and r.rt + interval '1' minute;
